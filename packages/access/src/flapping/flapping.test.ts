import { type ClientInfo, createHooks } from '@mqdeck/broker'
import { silentLog } from '@mqdeck/kit'
import { createFakeClock } from '@mqdeck/testkit'
import { describe, expect, it } from 'vitest'
import { createFlapping, type FlappingBan, type FlappingSettings } from './flapping.ts'

const settings: FlappingSettings = { enable: true, window_time: 60_000, max_count: 3, ban_time: 300_000 }

function setUp(fallback = settings, zones: Readonly<Record<string, FlappingSettings>> = {}) {
  const clock = createFakeClock()
  const hooks = createHooks(silentLog)
  const bans: FlappingBan[] = []
  let refusal: Error | undefined
  const flapping = createFlapping({
    settings: { ...zones, default: fallback },
    hooks,
    ban: async (ban) => {
      if (refusal) throw refusal
      bans.push(ban)
    },
    clock,
    log: silentLog,
  })
  return {
    clock,
    hooks,
    bans,
    flapping,
    refuse: (error: Error | undefined) => {
      refusal = error
    },
    disconnect: (clientId: string, { reason = 'normal', zone = 'default', times = 1 } = {}) => {
      // Only these are looked at.
      const client = { clientId, zone, peerhost: '10.0.0.1' } as ClientInfo
      for (let i = 0; i < times; i++)
        hooks.run('client.disconnected', client, reason, { connectedAt: 0, disconnectedAt: 0, userProperties: [] })
    },
  }
}

describe('a client that flaps', () => {
  it('is banned at the configured number of disconnects in a window, in the words of EMQX', () => {
    const { bans, disconnect, clock } = setUp()
    disconnect('a', { times: 2 })
    disconnect('b', { times: 2 })
    expect(bans).toEqual([])
    clock.advance(59_000)
    disconnect('a')
    const at = clock.now() / 1000
    expect(bans).toEqual([
      { as: 'clientid', who: 'a', by: 'flapping detector', reason: 'flapping is detected', at, until: at + 300 },
    ])
  })

  it('is not banned for disconnects of a window that has ended', () => {
    const { bans, disconnect, clock } = setUp()
    disconnect('a', { times: 2 })
    clock.advance(60_000)
    disconnect('a', { times: 2 })
    expect(bans).toEqual([])
    disconnect('a')
    expect(bans).toHaveLength(1)
  })

  it('counts from zero after a ban', () => {
    const { bans, disconnect } = setUp()
    disconnect('a', { times: 5 })
    expect(bans).toHaveLength(1)
    disconnect('a')
    expect(bans).toHaveLength(2)
  })

  it.each(['takenover', 'kicked', 'keepalive_timeout', 'tcp_closed'])(
    'is counted when it disconnects for %s',
    (reason) => {
      const { bans, disconnect } = setUp()
      disconnect('a', { times: 3, reason })
      expect(bans).toHaveLength(1)
    },
  )

  it.each(['server_shutting_down', 'banned'])('is not counted when the broker disconnects it for %s', (reason) => {
    const { bans, disconnect, flapping } = setUp()
    disconnect('a', { times: 9, reason })
    expect([bans.length, flapping.watched]).toEqual([0, 0])
  })

  it('is detected by the settings of its zone', () => {
    const { bans, disconnect } = setUp({ ...settings, enable: false }, { strict: { ...settings, max_count: 1 } })
    disconnect('a', { times: 5 })
    disconnect('b', { zone: 'strict' })
    expect(bans.map(({ who }) => who)).toEqual(['b'])
  })

  it('a ban that cannot be stored does not affect other clients', async () => {
    const { bans, disconnect, refuse } = setUp()
    refuse(new Error('there is one already'))
    disconnect('a', { times: 3 })
    await Promise.resolve()
    refuse(undefined)
    disconnect('a', { times: 3 })
    expect(bans).toHaveLength(1)
  })
})

describe('flapping detection', () => {
  it('deletes expired windows', () => {
    const { flapping, disconnect, clock } = setUp()
    for (let i = 0; i < 1000; i++) disconnect(`client-${i}`)
    expect(flapping.watched).toBe(1000)
    clock.advance(70_000)
    expect(flapping.watched).toBe(0)
  })

  it('tracks at most the latest 100 000 clients', () => {
    const { flapping, disconnect, bans } = setUp()
    for (let i = 0; i < 100_010; i++) disconnect(`client-${i}`)
    expect(flapping.watched).toBe(100_000)
    disconnect('client-0', { times: 2 })
    expect(bans).toEqual([])
    disconnect('client-100009', { times: 2 })
    expect(bans).toHaveLength(1)
  })

  it('has no hook while it is disabled, and deletes its windows when it is disabled', () => {
    const { flapping, disconnect, hooks, clock } = setUp()
    disconnect('a', { times: 2 })
    flapping.update({ default: { ...settings, enable: false } })
    expect([hooks.has('client.disconnected'), clock.pending(), flapping.watched]).toEqual([false, 0, 0])
    flapping.update({ default: settings })
    expect(hooks.has('client.disconnected')).toBe(true)
    flapping.stop()
    expect([hooks.has('client.disconnected'), clock.pending()]).toEqual([false, 0])
  })

  it('applies a new limit immediately', () => {
    const { flapping, disconnect, bans } = setUp()
    disconnect('a')
    flapping.update({ default: { ...settings, max_count: 2 } })
    disconnect('a')
    expect(bans).toHaveLength(1)
  })
})
