import type { NewMessage } from '@mqdeck/broker'
import { type Log, silentLog } from '@mqdeck/kit'
import { createFakeClock } from '@mqdeck/testkit'
import { someClient } from '@mqdeck/testkit/suites'
import { describe, expect, it } from 'vitest'
import { createFakeBroker, createFakeHooks } from '../fake-broker.ts'
import { createStats } from '../stats/stats.ts'
import { defaultSysTopicsSettings } from './settings.ts'
import { createSysTopics, type SysTopicsOptions, toLocalRfc3339 } from './sys-topics.ts'

const startedAt = 1_700_000_000_000
const root = '$SYS/brokers/mqdeck@127.0.0.1'
const subscription = { clientId: 'meter-1', topic: 'a/+', qos: 1, nl: 0, rap: 1, rh: 2, subscriptionId: 7 } as const
const details = {
  password: undefined,
  sessionExpiryInterval: 120,
  receiveMaximum: 65_535,
  userProperties: [],
  authenticationMethod: undefined,
  authenticationData: undefined,
  certificate: undefined,
  connectedAt: startedAt - 5,
}

function setUp(changes: Partial<SysTopicsOptions> = {}) {
  const clock = createFakeClock(startedAt)
  const source = createFakeBroker()
  const hooks = createFakeHooks()
  const sent: NewMessage[] = []
  const sysTopics = createSysTopics({
    node: 'mqdeck@127.0.0.1',
    version: '5.8.9',
    description: 'MQDeck',
    startedAt,
    clock,
    hooks,
    publish: async (message) => sent.push(message),
    source,
    stats: createStats({ source, clock, hooks }),
    log: silentLog,
    ...changes,
  })
  sysTopics.start()
  const texts = () => Object.fromEntries(sent.map(({ topic, payload }) => [topic, Buffer.from(payload).toString()]))
  /** Topics and payloads since the last call. */
  const taken = () => {
    const all = texts()
    sent.length = 0
    return all
  }
  return { clock, source, hooks, sent, sysTopics, taken }
}

describe('system topics of the node', () => {
  it('publish version, description and node list immediately and retained', () => {
    const { sent, taken } = setUp()
    expect(sent.every(({ retain, qos }) => retain && qos === 0)).toBe(true)
    expect(taken()).toEqual({
      [`${root}/version`]: '5.8.9',
      [`${root}/sysdescr`]: 'MQDeck',
      '$SYS/brokers': 'mqdeck@127.0.0.1',
    })
  })

  it('publish uptime and datetime every 30 seconds, not retained', () => {
    const { clock, sent, taken } = setUp()
    taken()
    clock.advance(30_000)
    expect(sent.some(({ retain }) => retain)).toBe(false)
    expect(taken()).toEqual({
      [`${root}/uptime`]: '30000',
      [`${root}/datetime`]: toLocalRfc3339(startedAt + 30_000),
    })
  })

  it('publish all statistics and metrics every minute, with slashes for dots', () => {
    const { clock, source, taken } = setUp()
    source.setStats({ sharedSubscriptions: 4 })
    source.count('messages.qos1.received', 12)
    clock.advance(60_000)
    expect(taken()).toMatchObject({
      [`${root}/version`]: '5.8.9',
      [`${root}/stats/subscriptions/shared/count`]: '4',
      [`${root}/stats/live_connections/max`]: '0',
      [`${root}/metrics/messages/qos1/received`]: '12',
    })
  })

  it('use changed intervals immediately', () => {
    const { clock, sysTopics, taken } = setUp()
    taken()
    sysTopics.update({
      ...defaultSysTopicsSettings,
      sys_heartbeat_interval: 5_000,
      sys_msg_interval: Number.POSITIVE_INFINITY,
    })
    clock.advance(5_000)
    expect(Object.keys(taken())).toEqual([`${root}/uptime`, `${root}/datetime`])
    clock.advance(600_000)
    expect(Object.keys(taken())).toHaveLength(2)
  })

  it('stop, and are not restarted by changed settings', () => {
    const { clock, hooks, sysTopics, taken } = setUp()
    sysTopics.stop()
    sysTopics.update(defaultSysTopicsSettings)
    taken()
    hooks.run('client.connected', someClient, details)
    expect(clock.pending()).toBe(0)
    expect(taken()).toEqual({})
  })

  it('log an error if the broker rejects a message', async () => {
    const warnings: string[] = []
    const log: Log = { ...silentLog, warn: (_, message) => warnings.push(message) }
    const { clock } = setUp({ log, publish: () => Promise.reject(new Error('stopped')) })
    clock.advance(30_000)
    await new Promise(setImmediate)
    expect(warnings).toHaveLength(5)
  })
})

describe('system topics of client events', () => {
  const all = { client_connected: true, client_disconnected: true, client_subscribed: true, client_unsubscribed: true }
  const identity = { clientid: 'meter-1', username: 'ann', protocol: 'mqtt' }
  const connection = {
    ...identity,
    ipaddress: '127.0.0.1',
    sockport: 1883,
    proto_name: 'MQTT',
    proto_ver: 5,
    connected_at: startedAt - 5,
    ts: startedAt,
  }
  const times = { connectedAt: startedAt - 5, disconnectedAt: startedAt, userProperties: [] }

  function runAll({ hooks }: ReturnType<typeof setUp>) {
    hooks.run('client.connected', someClient, details)
    hooks.run('session.subscribed', someClient, subscription, true)
    hooks.run('session.unsubscribed', someClient, subscription)
    hooks.run('client.disconnected', someClient, 'tcp_closed', times)
  }

  it('publish connects and disconnects by default', () => {
    const node = setUp()
    node.taken()
    runAll(node)
    expect(Object.keys(node.taken())).toEqual([
      `${root}/clients/meter-1/connected`,
      `${root}/clients/meter-1/disconnected`,
    ])
  })

  it('apply changed settings immediately', () => {
    const node = setUp()
    node.sysTopics.update({ ...defaultSysTopicsSettings, sys_event_messages: { ...all, client_connected: false } })
    node.taken()
    runAll(node)
    expect(Object.keys(node.taken()).map((topic) => topic.split('/').at(-1))).toEqual([
      'subscribed',
      'unsubscribed',
      'disconnected',
    ])
  })

  it('have JSON payloads with the field names of EMQX', () => {
    const node = setUp({ settings: { ...defaultSysTopicsSettings, sys_event_messages: all } })
    node.taken()
    runAll(node)
    const reported = Object.values(node.taken()).map((text): unknown => JSON.parse(text))
    expect(reported).toEqual([
      { ...connection, keepalive: 60, clean_start: true, expiry_interval: 120_000 },
      { ...identity, ts: startedAt, topic: 'a/+', subopts: { qos: 1, nl: 0, rap: 1, rh: 2, is_new: true, subid: 7 } },
      { ...identity, ts: startedAt, topic: 'a/+' },
      { ...connection, reason: 'tcp_closed', disconnected_at: startedAt },
    ])
  })

  it('use the username "undefined" for clients without one', () => {
    const { hooks, taken } = setUp()
    taken()
    hooks.run('client.connected', { ...someClient, username: undefined }, details)
    expect(JSON.parse(Object.values(taken())[0] ?? '')).toMatchObject({ username: 'undefined' })
  })
})

describe('the local time', () => {
  it('has the offset from UTC and is the same instant', () => {
    expect(toLocalRfc3339(startedAt)).toMatch(/^2023-11-1\dT\d\d:\d\d:20\.000[+-]\d\d:\d\d$/)
    expect(Date.parse(toLocalRfc3339(startedAt))).toBe(startedAt)
  })
})

it('the payload of an event is not created without subscribers', () => {
  const { hooks, sent } = setUp({ hasAudience: (topic) => topic.endsWith('/connected') })
  sent.length = 0
  hooks.run('client.connected', someClient, details)
  hooks.run('session.subscribed', someClient, subscription, true)
  expect(sent.map(({ topic }) => topic)).toEqual([`${root}/clients/meter-1/connected`])
})
