import { createFakeClock } from '@mqdeck/testkit'
import { someClient } from '@mqdeck/testkit/suites'
import { describe, expect, it } from 'vitest'
import { createFakeBroker, createFakeHooks } from '../fake-broker.ts'
import { createStats } from './stats.ts'

const details = {
  password: undefined,
  sessionExpiryInterval: 0,
  receiveMaximum: 65_535,
  userProperties: [],
  authenticationMethod: undefined,
  authenticationData: undefined,
  certificate: undefined,
  connectedAt: 0,
}

function setUp(delayed?: () => number) {
  const clock = createFakeClock()
  const source = createFakeBroker()
  const hooks = createFakeHooks()
  const stats = createStats({ source, clock, hooks, ...(delayed && { delayed }) })
  stats.start()
  return { clock, source, hooks, stats }
}

describe('the statistics of a node', () => {
  it("have EMQX's names with current value and maximum", () => {
    const { source, stats } = setUp(() => 1)
    source.setStats({
      connections: 6,
      liveConnections: 5,
      sessions: 6,
      topics: 6,
      suboptions: 6,
      subscribers: 6,
      subscriptions: 6,
      sharedSubscriptions: 1,
      retained: 3,
    })
    stats.read()
    source.setStats({ retained: 2 })
    expect(stats.read()).toEqual({
      'channels.count': 6,
      'channels.max': 6,
      'cluster_sessions.count': 6,
      'cluster_sessions.max': 6,
      'connections.count': 6,
      'connections.max': 6,
      'delayed.count': 1,
      'delayed.max': 1,
      'live_connections.count': 5,
      'live_connections.max': 5,
      'retained.count': 2,
      'retained.max': 3,
      'sessions.count': 6,
      'sessions.max': 6,
      'suboptions.count': 6,
      'suboptions.max': 6,
      'subscribers.count': 6,
      'subscribers.max': 6,
      'subscriptions.count': 6,
      'subscriptions.max': 6,
      'subscriptions.shared.count': 1,
      'subscriptions.shared.max': 1,
      'topics.count': 6,
      'topics.max': 6,
    })
  })

  it('record a maximum between two reads', () => {
    const { clock, source, stats } = setUp()
    source.setStats({ retained: 40 })
    clock.advance(1000)
    source.setStats({ retained: 1 })
    expect(stats.read()).toMatchObject({ 'retained.count': 1, 'retained.max': 40 })
  })

  it('record connections shorter than a second', () => {
    const { clock, source, hooks, stats } = setUp()
    clock.advance(100)
    source.setStats({ connections: 500 })
    hooks.run('client.connected', someClient, details)
    clock.advance(1)
    source.setStats({ connections: 0 })
    expect(stats.read()).toMatchObject({ 'connections.count': 0, 'connections.max': 500 })
  })

  it('sample once for many simultaneous subscriptions', () => {
    const { clock, hooks } = setUp()
    const subscription = { clientId: 'meter-1', topic: 'a', qos: 0, nl: 0, rap: 0, rh: 0 } as const
    const before = clock.pending()
    for (let count = 0; count < 100; count++) hooks.run('session.subscribed', someClient, subscription, true)
    expect(clock.pending()).toBe(before + 1)
  })

  it('record nothing after stop', () => {
    const { clock, hooks, stats } = setUp()
    hooks.run('client.connected', someClient, details)
    stats.stop()
    hooks.run('client.connected', someClient, details)
    expect(clock.pending()).toBe(0)
  })
})
