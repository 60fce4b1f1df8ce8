import { silentLog, systemClock } from '@mqdeck/kit'
import { createStats, createSysTopics, type SysTopics } from '@mqdeck/observe'
import { uniqueName } from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectNothing } from './expect-nothing.ts'
import { isEmbedded, useTarget } from './target.ts'

describe.skipIf(!isEmbedded)('$SYS', () => {
  const mqtt = useTarget()
  let sysTopics: SysTopics

  beforeAll(() => {
    const { broker, hooks } = mqtt.embedded()
    sysTopics = createSysTopics({
      node: broker.node,
      version: '5.8.0',
      description: 'MQDeck',
      startedAt: Date.now(),
      clock: systemClock,
      hooks,
      publish: broker.publish,
      source: broker,
      stats: createStats({ source: broker, clock: systemClock, hooks }),
      settings: {
        sys_msg_interval: 100,
        sys_heartbeat_interval: 100,
        sys_event_messages: {
          client_connected: true,
          client_disconnected: true,
          client_subscribed: true,
          client_unsubscribed: true,
        },
      },
      log: silentLog,
    })
    sysTopics.start()
  })
  afterAll(() => sysTopics.stop())

  test('publishes clients that connect, subscribe, unsubscribe and disconnect', async () => {
    const watcher = await mqtt.connect()
    const clientId = uniqueName('watched')
    const below = `$SYS/brokers/${mqtt.embedded().broker.node}/clients/${clientId}`
    await watcher.subscribe(`${below}/#`)
    const client = await mqtt.connect({ clientId, username: 'somebody' })
    await client.subscribe('a/b', { qos: 1 })
    await client.unsubscribe('a/b')
    await client.disconnect()
    const expected = [
      ['connected', { clientid: clientId, username: 'somebody', proto_ver: 5 }],
      ['subscribed', { clientid: clientId, topic: 'a/b' }],
      ['unsubscribed', { clientid: clientId, topic: 'a/b' }],
      ['disconnected', { clientid: clientId, reason: 'normal' }],
    ] as const
    for (const [event, facts] of expected) {
      const message = await watcher.receive()
      expect(message.topic).toBe(`${below}/${event}`)
      expect(JSON.parse(message.payload.toString())).toMatchObject(facts)
    }
  })

  test('retains the name and the version of the node', async () => {
    const { node } = mqtt.embedded().broker
    const first = await mqtt.connect()
    await first.subscribe('$SYS/brokers')
    // What comes live has no retain flag.
    const brokers = await first.receive(({ retain }) => retain)
    expect(brokers.payload.toString()).toBe(node)
    const late = await mqtt.connect()
    await late.subscribe(['$SYS/brokers', `$SYS/brokers/${node}/version`], { rh: 0 })
    const version = await late.receive(({ topic, retain }) => retain && topic.endsWith('/version'))
    expect(version.payload.toString()).toBe('5.8.0')
  })

  test('publishes statistics, metrics and uptime periodically', async () => {
    const { node } = mqtt.embedded().broker
    const watcher = await mqtt.connect()
    await watcher.subscribe(
      ['stats/#', 'metrics/#', 'uptime', 'datetime'].map((each) => `$SYS/brokers/${node}/${each}`),
    )
    for (const name of ['stats/connections/count', 'metrics/messages/received', 'uptime', 'datetime']) {
      const topic = `$SYS/brokers/${node}/${name}`
      for (let turn = 0; turn < 2; turn += 1)
        expect((await watcher.receive((each) => each.topic === topic)).topic).toBe(topic)
    }
  })

  test('[MQTT-4.7.2-1] does not match filters that start with a wildcard', async () => {
    const [watcher, all] = [await mqtt.connect(), await mqtt.connect()]
    await all.subscribe(['#', '+/brokers', '+/#'])
    await watcher.subscribe('$SYS/#')
    await watcher.receive()
    await expectNothing(all)
  })
})
