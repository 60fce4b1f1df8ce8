import type { NewMessage } from '@mqdeck/broker'
import { type Log, silentLog } from '@mqdeck/kit'
import { createFakeClock, createTempStore, type FakeClock, type TempStore } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AlarmSettings, createAlarms } from './alarms.ts'

let temp: TempStore
let clock: FakeClock
beforeEach(async () => {
  temp = await createTempStore()
  clock = createFakeClock()
})
afterEach(() => temp.remove())

const defaults: AlarmSettings = { actions: ['log', 'publish'], size_limit: 1000, validity_period: 86_400_000 }

function setUp(changes: Partial<AlarmSettings> = {}) {
  const sent: NewMessage[] = []
  const logged: string[] = []
  const log: Log = { ...silentLog, warn: (_, event) => logged.push(event) }
  const publish = async (message: NewMessage) => sent.push(message)
  const settings = { ...defaults, ...changes }
  const alarms = createAlarms({ node: 'n@h', settings, store: temp.store, clock, publish, log })
  alarms.start()
  return { alarms, sent, logged, settings, names: () => alarms.history().map(({ name }) => name) }
}

describe('alarms', () => {
  it('are active until they are deactivated, and then in the history', () => {
    const { alarms } = setUp()
    const start = clock.now()
    expect(alarms.activate('a', { high: 1 }, 'too high')).toBe(true)
    clock.advance(5)
    expect(alarms.activate('a', { high: 2 }, 'again')).toBe(false)
    expect(alarms.activate('b', {}, 'newer')).toBe(true)
    const a = { name: 'a', details: { high: 1 }, message: 'too high', activatedAt: start }
    expect(alarms.active()).toEqual([{ name: 'b', details: {}, message: 'newer', activatedAt: start + 5 }, a])
    expect(alarms.deactivate('a')).toBe(true)
    expect(alarms.deactivate('a')).toBe(false)
    expect(alarms.active().map(({ name }) => name)).toEqual(['b'])
    expect(alarms.history()).toEqual([{ ...a, deactivatedAt: start + 5 }])
  })

  it('are logged and published when they are activated and deactivated', () => {
    const { alarms, sent, logged } = setUp()
    alarms.activate('a', { high: 1 }, 'too high')
    clock.advance(7)
    alarms.deactivate('a')
    expect(logged).toEqual(['alarm_is_activated', 'alarm_is_deactivated'])
    expect(sent.map(({ topic }) => topic)).toEqual([
      '$SYS/brokers/n@h/alarms/activate',
      '$SYS/brokers/n@h/alarms/deactivate',
    ])
    const activate_at = (clock.now() - 7) * 1000
    expect(sent.map(({ payload }) => JSON.parse(Buffer.from(payload).toString()))).toEqual([
      {
        name: 'a',
        details: { high: 1 },
        message: 'too high',
        activate_at,
        deactivate_at: 'infinity',
        activated: true,
      },
      {
        name: 'a',
        details: { high: 1 },
        message: 'too high',
        activate_at,
        deactivate_at: clock.now() * 1000,
        activated: false,
      },
    ])
  })

  it('are neither logged nor published if the settings disable it', () => {
    const { alarms, sent, logged, settings } = setUp({ actions: [] })
    alarms.activate('a', {}, '')
    expect([sent, logged]).toEqual([[], []])
    alarms.update({ ...settings, actions: ['log'] })
    alarms.deactivate('a')
    expect([sent, logged]).toEqual([[], ['alarm_is_deactivated']])
  })

  it('are kept in the history up to the configured number and age, last deactivated first', () => {
    const { alarms, settings, names } = setUp({ size_limit: 3, validity_period: 100_000 })
    for (const name of ['a', 'b', 'c', 'd']) {
      alarms.activate(name, {}, '')
      clock.advance(10_000)
      alarms.deactivate(name)
    }
    expect(names()).toEqual(['d', 'c', 'b'])
    clock.advance(85_000)
    expect(names()).toEqual(['d', 'c'])
    alarms.update({ ...settings, size_limit: 1 })
    expect(names()).toEqual(['d'])
  })

  it('are kept after a restart, active ones as past alarms', async () => {
    const first = setUp({ size_limit: 2 })
    for (const name of ['gone', 'past', 'last']) {
      first.alarms.activate(name, { n: 1 }, 'it was')
      clock.advance(1000)
      if (name !== 'last') first.alarms.deactivate(name)
    }
    await first.alarms.stop()
    await temp.reopen()
    clock.advance(1000)
    const second = setUp()
    expect(second.alarms.active()).toEqual([])
    expect(second.names()).toEqual(['last', 'past', 'gone'])
    expect(second.alarms.history()[0]).toEqual({
      name: 'last',
      details: { n: 1 },
      message: 'it was',
      activatedAt: clock.now() - 2000,
      deactivatedAt: clock.now(),
    })
    second.alarms.activate('last', {}, 'again')
    await second.alarms.clearHistory()
    await second.alarms.stop()
    await temp.reopen()
    expect(setUp().names()).toEqual(['last'])
  })

  it('stop their timers', async () => {
    const { alarms } = setUp()
    await alarms.stop()
    expect(clock.pending()).toBe(0)
  })
})
