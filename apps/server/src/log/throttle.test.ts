import { createFakeClock } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createThrottle, toPeriod } from './throttle.ts'

const denied = 'authorization_permission_denied'
const full = 'dropped_msg_due_to_mqueue_is_full'

function build(window = 60_000) {
  const clock = createFakeClock()
  const told: unknown[] = []
  return { clock, told, throttle: createThrottle({ clock, window, onDropped: (...what) => told.push(what) }) }
}

test('within a window the first of each throttled event passes, the rest are counted', () => {
  const { clock, told, throttle } = build()
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
  expect(told).toEqual([])
  clock.advance(1)
  expect(told).toEqual([[{ [denied]: 2, [full]: 1 }, 60_000]])
  expect(throttle.allow(denied)).toBe(true)
})

test.each(['will_publish_failed', 'session_write_failed', 'alarm_store_failed', 'monitor_sample_store_failed'])(
  '%s is logged once in a window, however often it happens',
  (event) => {
    const { throttle } = build()
    expect([event, event].map(throttle.allow)).toEqual([true, false])
  },
)

test('a window without drops logs nothing, and no timer runs between windows', () => {
  const { clock, told, throttle } = build()
  throttle.allow(denied)
  clock.advance(60_000)
  expect(told).toEqual([])
  expect(clock.pending()).toBe(0)
})

test('a new window takes effect at once', () => {
  const { clock, told, throttle } = build()
  throttle.allow(denied)
  throttle.allow(denied)
  throttle.setWindow(1000)
  expect(told).toEqual([[{ [denied]: 1 }, 60_000]])
  throttle.allow(denied)
  throttle.allow(denied)
  clock.advance(1000)
  expect(told).toHaveLength(2)
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
