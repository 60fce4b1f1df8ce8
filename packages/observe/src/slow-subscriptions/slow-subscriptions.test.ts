import { createHooks } from '@mqdeck/broker'
import { silentLog } from '@mqdeck/kit'
import { createFakeClock } from '@mqdeck/testkit'
import { someClient, someMessage } from '@mqdeck/testkit/suites'
import { describe, expect, it } from 'vitest'
import { createSlowSubscriptions, type SlowSubscriptionSettings } from './slow-subscriptions.ts'

const defaults: SlowSubscriptionSettings = {
  enable: true,
  threshold: 500,
  expire_interval: 300_000,
  top_k_num: 10,
  stats_type: 'whole',
}

function setUp(changes: Partial<SlowSubscriptionSettings> = {}) {
  const clock = createFakeClock()
  const hooks = createHooks(silentLog)
  const settings = { ...defaults, ...changes }
  const slow = createSlowSubscriptions({ settings, hooks, clock })
  slow.start()
  return {
    clock,
    hooks,
    slow,
    settings,
    /** A delivery that completes now, with these times in the queue and until acknowledgement. */
    deliver(clientId: string, waited: number, answered = 0, topic = 't') {
      const completedAt = clock.now()
      const beganAt = completedAt - answered
      const times = { queuedAt: beganAt - waited, beganAt, completedAt }
      hooks.run('delivery.completed', { ...someClient, clientId }, someMessage(topic), times)
    },
    rows: () => slow.list().map(({ clientId, timespan }) => [clientId, timespan]),
  }
}

describe('slow subscriptions', () => {
  it('list deliveries above the threshold, slowest first', () => {
    const { deliver, slow, rows, clock } = setUp()
    deliver('quick', 500)
    deliver('slow', 501)
    deliver('slower', 300, 300)
    expect(rows()).toEqual([
      ['slower', 600],
      ['slow', 501],
    ])
    expect(slow.list()[0]).toEqual({ clientId: 'slower', topic: 't', timespan: 600, updatedAt: clock.now() })
  })

  it.each([
    ['whole', 900],
    ['internal', 700],
    ['response', 200],
  ] as const)('measure the time %s', (stats_type, timespan) => {
    const { deliver, rows } = setUp({ stats_type, threshold: 100 })
    deliver('c', 700, 200)
    expect(rows()).toEqual([['c', timespan]])
  })

  it('keep only the slowest entry per client and topic', () => {
    const { deliver, rows } = setUp()
    deliver('c', 900)
    deliver('c', 600)
    deliver('c', 1000)
    deliver('c', 700, 0, 'other')
    expect(rows()).toEqual([
      ['c', 1000],
      ['c', 700],
    ])
  })

  it('drop the fastest entry at the limit', () => {
    const { deliver, rows, slow, settings } = setUp({ top_k_num: 2 })
    deliver('a', 700)
    deliver('b', 800)
    deliver('c', 650)
    deliver('d', 900)
    deliver('b', 1000)
    deliver('e', 901)
    expect(rows()).toEqual([
      ['b', 1000],
      ['e', 901],
    ])
    slow.update({ ...settings, top_k_num: 1 })
    expect(rows()).toEqual([['b', 1000]])
  })

  it('remove entries that were not updated within the expiry interval', () => {
    const { deliver, rows, clock } = setUp()
    deliver('a', 900)
    clock.advance(200_000)
    deliver('a', 800)
    deliver('b', 700)
    clock.advance(100_000)
    expect(rows()).toEqual([['b', 700]])
    clock.advance(200_000)
    expect(rows()).toEqual([])
  })

  it('can be cleared and are cleared when the measured time changes', () => {
    const { deliver, rows, slow, settings } = setUp()
    deliver('a', 900)
    slow.clear()
    expect(rows()).toEqual([])
    deliver('a', 900)
    slow.update({ ...settings, threshold: 2000 })
    deliver('b', 1900)
    expect(rows()).toEqual([['a', 900]])
    slow.update({ ...settings, stats_type: 'internal' })
    expect(rows()).toEqual([])
  })

  it('use no hooks while disabled', () => {
    const { hooks, slow, settings, clock } = setUp({ enable: false })
    expect([hooks.has('delivery.completed'), clock.pending()]).toEqual([false, 0])
    slow.update({ ...settings, enable: true })
    expect(hooks.has('delivery.completed')).toBe(true)
    slow.stop()
    expect([hooks.has('delivery.completed'), clock.pending()]).toEqual([false, 0])
  })
})
