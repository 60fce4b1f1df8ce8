import { createFakeClock } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createThrottle, toPeriod } from './throttle.ts'

const denied = 'authorization_permission_denied'
const full = 'dropped_msg_due_to_mqueue_is_full'

function build(window = 60_000) {
  const clock = createFakeClock()
  const reported: unknown[] = []
  return { clock, reported, throttle: createThrottle({ clock, window, onDropped: (...what) => reported.push(what) }) }
}

test('within a window the first of each throttled event passes, the rest are counted', () => {
  const { clock, reported, throttle } = build()
  expect([denied, denied, denied, full, full, 'connection_closed', 'connection_closed'].map(throttle.allow)).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
    true,
  ])
  clock.advance(59_999)
  expect(reported).toEqual([])
  clock.advance(1)
  expect(reported).toEqual([[{ [denied]: 2, [full]: 1 }, 60_000]])
  expect(throttle.allow(denied)).toBe(true)
})

test.each([
  'will_publish_failed',
  'session_write_failed',
  'alarm_store_failed',
  'monitor_sample_store_failed',
  'too_many_connections_from_one_address',
  'connection_closed_for_other_addresses',
  'accept_failed',
  'connection_crashed',
  'protocol_crashed',
  'expression_failed',
  'cluster_unreachable',
])('%s is logged once in a window, however often it happens', (event) => {
  const { throttle } = build()
  expect([event, event].map(throttle.allow)).toEqual([true, false])
})

test('a window without drops logs nothing, and no timer runs between windows', () => {
  const { clock, reported, throttle } = build()
  throttle.allow(denied)
  clock.advance(60_000)
  expect(reported).toEqual([])
  expect(clock.pending()).toBe(0)
})

test('a new window takes effect immediately', () => {
  const { clock, reported, throttle } = build()
  throttle.allow(denied)
  throttle.allow(denied)
  throttle.setWindow(1000)
  expect(reported).toEqual([[{ [denied]: 1 }, 60_000]])
  throttle.allow(denied)
  throttle.allow(denied)
  clock.advance(1000)
  expect(reported).toHaveLength(2)
})

test.each([
  [60_000, '1 minutes, 0 seconds'],
  [90_500, '1 minutes, 30 seconds'],
  [5000, '5 seconds'],
  [3_600_000, '1 hours, 0 minutes, 0 seconds'],
  [500, '0 seconds'],
])('%d ms are written as EMQX does', (ms, text) => {
  expect(toPeriod(ms)).toBe(text)
})
