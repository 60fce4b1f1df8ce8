import { type Clock, type Store, silentLog } from '@mqdeck/kit'
import { createFakeClock, createTempStore, type TempStore } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeBroker } from '../fake-broker.ts'
import { createMonitor } from './monitor.ts'

const noon = 1_700_006_400_000
const start = noon + 3_217

let temp: TempStore
let store: Store
beforeEach(async () => {
  temp = await createTempStore()
  store = temp.store
})
afterEach(() => temp.remove())

function setUp(wrap: (clock: Clock) => Clock = (clock) => clock, begin = start) {
  const clock = createFakeClock(begin)
  const broker = createFakeBroker()
  const given = wrap(clock)
  const monitor = createMonitor({ store, clock: given, source: broker, startedAt: given.now(), log: silentLog })
  monitor.start()
  return { clock, broker, monitor }
}

describe('sampling', () => {
  it('takes a sample every ten seconds of the clock without drift', () => {
    const { clock, monitor } = setUp()
    clock.advance(35_000)
    expect(monitor.series(3600).map(({ time_stamp }) => time_stamp)).toEqual([
      noon + 10_000,
      noon + 20_000,
      noon + 30_000,
    ])
  })

  it('stores the counts since the previous sample and the current gauges', () => {
    const { clock, broker, monitor } = setUp()
    broker.count('messages.received', 27)
    broker.count('messages.sent', 9)
    broker.count('messages.dropped', 15)
    broker.count('bytes.received', 900)
    broker.count('bytes.sent', 300)
    broker.setStats({ connections: 6, liveConnections: 5, topics: 6, subscriptions: 6 })
    clock.advance(10_000)
    broker.count('messages.received', 3)
    broker.count('messages.validation_failed', 2)
    clock.advance(10_000)
    const sample = {
      connections: 6,
      disconnected_durable_sessions: 0,
      dropped: 15,
      live_connections: 5,
      persisted: 0,
      received: 27,
      received_bytes: 900,
      sent: 9,
      sent_bytes: 300,
      subscriptions: 6,
      subscriptions_durable: 0,
      time_stamp: noon + 10_000,
      topics: 6,
      transformation_failed: 0,
      transformation_succeeded: 0,
      validation_failed: 0,
      validation_succeeded: 0,
    }
    const second = {
      ...sample,
      time_stamp: noon + 20_000,
      received: 3,
      received_bytes: 0,
      sent: 0,
      sent_bytes: 0,
      dropped: 0,
      validation_failed: 2,
    }
    expect(monitor.nodeSeries(3600)).toEqual([sample, second])
    expect(monitor.series(3600)).toEqual([
      { ...sample, subscriptions_ram: 6 },
      { ...second, subscriptions_ram: 6 },
    ])
  })

  it('stores the counts that EMQX does not sample apart from the others', () => {
    const { clock, broker, monitor } = setUp()
    broker.count('delivery.dropped', 12)
    broker.count('delivery.dropped.queue_full', 11)
    broker.count('delivery.dropped.expired', 1)
    broker.count('messages.dropped.no_subscribers', 3)
    broker.count('authentication.failure', 2)
    broker.count('client.connected', 5)
    clock.advance(10_000)
    broker.count('client.disconnected', 4)
    clock.advance(10_000)
    const none = {
      delivery_dropped: 0,
      delivery_dropped_queue_full: 0,
      delivery_dropped_expired: 0,
      delivery_dropped_too_large: 0,
      delivery_dropped_no_local: 0,
      delivery_dropped_qos0_msg: 0,
      dropped_no_subscribers: 0,
      authentication_failure: 0,
      client_connected: 0,
      client_disconnected: 0,
    }
    const first = {
      ...none,
      time_stamp: noon + 10_000,
      delivery_dropped: 12,
      delivery_dropped_queue_full: 11,
      delivery_dropped_expired: 1,
      dropped_no_subscribers: 3,
      authentication_failure: 2,
      client_connected: 5,
    }
    expect(monitor.ownSeries(3600)).toEqual([first, { ...none, time_stamp: noon + 20_000, client_disconnected: 4 }])
  })

  it('continues after a restart with a gap for the time between', async () => {
    const first = setUp()
    first.broker.count('messages.received', 5)
    first.clock.advance(10_000)
    await first.monitor.stop()
    const second = setUp(undefined, noon + 61_000)
    second.broker.count('messages.received', 2)
    second.clock.advance(10_000)
    expect(second.monitor.series(3600).map(({ received, time_stamp }) => [time_stamp - noon, received])).toEqual([
      [10_000, 5],
      [70_000, 2],
    ])
  })

  it('takes one late sample after the machine slept', () => {
    let slept = 0
    const { clock, broker, monitor } = setUp((inner) => ({ ...inner, now: () => inner.now() + slept }))
    clock.advance(10_000)
    slept = 3_600_000
    broker.count('messages.received', 4)
    clock.advance(10_000)
    clock.advance(10_000)
    expect(monitor.series(7200).map(({ received, time_stamp }) => [time_stamp - noon, received])).toEqual([
      [0, 0],
      [3_600_000, 4],
    ])
    expect(monitor.series(3600).map(({ time_stamp }) => time_stamp - noon)).toEqual([3_620_000, 3_630_000])
  })

  it('treats a timer that fires slightly early as on time', () => {
    let early = 0
    const { clock, monitor } = setUp((inner) => ({ ...inner, now: () => inner.now() - early }))
    early = 2
    clock.advance(40_000)
    expect(monitor.series(3600).map(({ time_stamp }) => time_stamp - noon)).toEqual([10_000, 20_000, 30_000, 40_000])
  })

  it('stops sampling', async () => {
    const { clock, monitor } = setUp()
    await monitor.stop()
    clock.advance(60_000)
    expect(monitor.series()).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  it('keeps its counters when the history is cleared', async () => {
    const { clock, broker, monitor } = setUp()
    broker.count('messages.received', 5)
    clock.advance(10_000)
    await monitor.clear()
    expect(monitor.series()).toEqual([])
    broker.count('messages.received', 1)
    clock.advance(10_000)
    expect(monitor.series(3600).map(({ received }) => received)).toEqual([1])
  })
})

describe('the current rates', () => {
  it('have the fields of the API', () => {
    const { clock, broker, monitor } = setUp()
    broker.setStats({
      connections: 6,
      liveConnections: 5,
      topics: 6,
      subscriptions: 6,
      sharedSubscriptions: 1,
      retained: 2,
    })
    clock.advance(4_000)
    const both = {
      connections: 6,
      dropped_msg_rate: 0,
      live_connections: 5,
      persisted_rate: 0,
      received_bytes_rate: 0,
      sent_bytes_rate: 0,
      received_msg_rate: 0,
      retained_msg_count: 2,
      sent_msg_rate: 0,
      shared_subscriptions: 1,
      subscriptions: 6,
      topics: 6,
      transformation_failed_rate: 0,
      transformation_succeeded_rate: 0,
      validation_failed_rate: 0,
      validation_succeeded_rate: 0,
    }
    expect(monitor.nodeCurrent()).toEqual({ ...both, node_uptime: 4_000 })
    expect(monitor.current()).toEqual({
      ...both,
      disconnected_durable_sessions: 0,
      subscriptions_durable: 0,
      subscriptions_ram: 6,
    })
  })

  it('are messages per second since the last sample', () => {
    const { clock, broker, monitor } = setUp()
    clock.advance(start - noon + 10_000)
    broker.count('messages.received', 60)
    broker.count('messages.sent', 20)
    clock.advance(3_566)
    expect(monitor.current()).toMatchObject({ received_msg_rate: 6, sent_msg_rate: 2, dropped_msg_rate: 0 })
  })

  it('are stable shortly after a sample', () => {
    const { clock, broker, monitor } = setUp()
    const rates = new Set<number>()
    clock.advance(6_783)
    for (let round = 0; round < 300; round++) {
      broker.count('messages.received', 10)
      clock.advance(100)
      rates.add(monitor.current().received_msg_rate)
    }
    expect(Math.max(...rates)).toBeLessThanOrEqual(100)
    expect(monitor.current().received_msg_rate).toBe(100)
  })

  it('are small right after the start', () => {
    const { clock, broker, monitor } = setUp()
    broker.count('messages.received', 3)
    clock.advance(1)
    expect(monitor.current().received_msg_rate).toBe(3)
  })
})
