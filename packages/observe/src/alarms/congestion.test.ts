import { createFakeClock } from '@mqdeck/testkit'
import { someClient } from '@mqdeck/testkit/suites'
import { describe, expect, it } from 'vitest'
import { createFakeHooks } from '../fake-broker.ts'
import type { AlarmDetails } from './alarm.ts'
import { createCongestionAlarms } from './congestion.ts'

const congestion = { pendingBytes: 1_200_000, highWatermark: 1_048_576, queued: 7 }
const disconnection = { connectedAt: 0, disconnectedAt: 1, userProperties: [] }

function setUp() {
  const clock = createFakeClock()
  const hooks = createFakeHooks()
  const active = new Map<string, AlarmDetails>()
  const alarms = {
    activate(name: string, details: AlarmDetails) {
      if (active.has(name)) return false
      active.set(name, details)
      return true
    },
    deactivate: (name: string) => active.delete(name),
  }
  const congestionAlarms = createCongestionAlarms({ alarms, hooks, clock })
  congestionAlarms.start()
  return { clock, hooks, active, alarms, congestionAlarms, names: () => [...active.keys()] }
}

describe('the alarm of a congested client', () => {
  it('is named after client and user and has the pending bytes', () => {
    const { hooks, active } = setUp()
    hooks.run('client.congested', someClient, congestion)
    hooks.run('client.congested', { ...someClient, clientId: 'meter-2', username: undefined }, congestion)
    expect([...active.keys()]).toEqual(['conn_congestion/meter-1/ann', 'conn_congestion/meter-2/unknown_user'])
    expect(active.get('conn_congestion/meter-1/ann')).toMatchObject({
      clientid: 'meter-1',
      peername: '127.0.0.1:50000',
      send_pend: 1_200_000,
      high_watermark: 1_048_576,
      mqueue_len: 7,
    })
  })

  it('is active until the client has kept up for a minute', () => {
    const { clock, hooks, names } = setUp()
    hooks.run('client.congested', someClient, congestion)
    clock.advance(50_000)
    hooks.run('client.congested', someClient, congestion)
    clock.advance(55_000)
    expect(names()).toHaveLength(1)
    clock.advance(5000)
    expect(names()).toEqual([])
  })

  it('is deactivated when the client disconnects', () => {
    const { hooks, names } = setUp()
    hooks.run('client.congested', someClient, congestion)
    hooks.run('client.disconnected', { ...someClient, clientId: 'other' }, 'kicked', disconnection)
    expect(names()).toHaveLength(1)
    hooks.run('client.disconnected', someClient, 'kicked', disconnection)
    expect(names()).toEqual([])
  })

  it('is activated again after a manual deactivation if the client is still too slow', () => {
    const { hooks, names, alarms } = setUp()
    hooks.run('client.congested', someClient, congestion)
    alarms.deactivate('conn_congestion/meter-1/ann')
    hooks.run('client.congested', someClient, congestion)
    expect(names()).toHaveLength(1)
  })

  it('is limited to a thousand clients', () => {
    const { hooks, names } = setUp()
    for (let n = 0; n < 1001; n++) hooks.run('client.congested', { ...someClient, clientId: `c${n}` }, congestion)
    expect(names()).toHaveLength(1000)
  })

  it('is not activated after stop, which also stops the timer', () => {
    const { hooks, names, clock, congestionAlarms } = setUp()
    congestionAlarms.stop()
    hooks.run('client.congested', someClient, congestion)
    expect([names(), clock.pending()]).toEqual([[], 0])
  })
})
