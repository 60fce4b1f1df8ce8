import { changeMqtt, type RawClient, uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import { expectNothing } from './expect-nothing.ts'
import { isEmbedded, useTarget } from './target.ts'

const mqtt = useTarget()

async function members(count: number, filter: string, qos: 0 | 1 | 2 = 1): Promise<RawClient[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => mqtt.connect()))
  for (const client of clients) expect((await client.subscribe(filter, { qos })).granted).toEqual([qos])
  return clients
}

/** The payloads every client has received so far, acknowledged. */
async function payloadsOf(clients: readonly RawClient[]): Promise<string[][]> {
  return Promise.all(
    clients.map(async (client) => {
      const payloads: string[] = []
      // Acknowledging makes room for more.
      for (;;) {
        await client.ping()
        if (!client.unread.some(({ cmd }) => cmd === 'publish')) return payloads
        payloads.push((await client.receive()).payload.toString())
      }
    }),
  )
}

async function publishMany(publisher: RawClient, topic: string, count: number, prefix = ''): Promise<string[]> {
  const payloads = Array.from({ length: count }, (_, index) => `${prefix}${index}`)
  for (const payload of payloads) await publisher.publish(topic, payload, { qos: 1 })
  return payloads
}

describe('shared subscriptions', () => {
  test('[MQTT-4.8.2-1] every message goes to one member of the group', async () => {
    const topic = uniqueName('shared')
    const clients = await members(3, `$share/group/${topic}`)
    const publisher = await mqtt.connect()
    const sent = await publishMany(publisher, topic, 30)
    const received = (await payloadsOf(clients)).flat()
    expect(received.sort()).toEqual([...sent].sort())
  })

  test('every group and every plain subscription gets its own copy', async () => {
    const topic = uniqueName('shared')
    const groups = await Promise.all([members(2, `$share/g1/${topic}`), members(2, `$share/g2/${topic}`)])
    const [plain] = await members(1, topic)
    const publisher = await mqtt.connect()
    const sent = await publishMany(publisher, topic, 10)
    for (const group of groups) expect((await payloadsOf(group)).flat().sort()).toEqual(sent)
    expect((await payloadsOf(plain ? [plain] : [])).flat()).toEqual(sent)
  })

  test('one client may be in two groups and subscribe plainly as well', async () => {
    const topic = uniqueName('shared')
    const client = await mqtt.connect()
    await client.subscribe([`$share/g1/${topic}`, `$share/g2/${topic}`, topic])
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1 })
    expect((await payloadsOf([client])).flat()).toEqual(['x', 'x', 'x'])
  })

  test('wildcards work in a shared filter', async () => {
    const topic = uniqueName('shared')
    const clients = await members(2, `$share/group/${topic}/+/#`)
    const publisher = await mqtt.connect()
    for (const name of ['a', 'a/b', 'b/c/d']) await publisher.publish(`${topic}/${name}`, name, { qos: 1 })
    expect((await payloadsOf(clients)).flat().sort()).toEqual(['a', 'a/b', 'b/c/d'])
  })

  test('[MQTT-4.8.2-3] the granted QoS of the member is kept', async () => {
    const topic = uniqueName('shared')
    const [client] = await members(1, `$share/group/${topic}`, 1)
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 2 })
    expect((await client?.receive())?.qos).toBe(1)
  })

  // Not in the standard: mosquitto sends them, EMQX does not.
  test.skipIf(!isEmbedded)('retained messages are not sent to a new shared subscription', async () => {
    const topic = uniqueName('shared')
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1, retain: true })
    const clients = await members(1, `$share/group/${topic}`)
    expect(await payloadsOf(clients)).toEqual([[]])
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })

  test('a member that unsubscribes gets no more messages, the others get all', async () => {
    const topic = uniqueName('shared')
    const [leaving, staying] = await members(2, `$share/group/${topic}`)
    if (!leaving || !staying) throw new Error('Two members were asked for')
    await leaving.unsubscribe(`$share/group/${topic}`)
    const publisher = await mqtt.connect()
    const sent = await publishMany(publisher, topic, 5)
    expect(await payloadsOf([leaving, staying])).toEqual([[], sent])
  })

  test('a member whose connection broke and whose session ended gets no more messages', async () => {
    const topic = uniqueName('shared')
    const [leaving, staying] = await members(2, `$share/group/${topic}`)
    await leaving?.disconnect()
    const publisher = await mqtt.connect()
    // The broker knows that it is gone before it lets the same client id in again.
    await mqtt.connect({ clientId: leaving?.clientId ?? '' })
    const sent = await publishMany(publisher, topic, 5)
    expect(await payloadsOf(staying ? [staying] : [])).toEqual([sent])
  })

  test('[MQTT-4.8.2-6] a message that a member rejects with an error is not sent to other members', async () => {
    const topic = uniqueName('shared')
    const clients = await members(2, `$share/group/${topic}`)
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1 })
    await Promise.all(clients.map((client) => client.ping()))
    const owner = clients.find((client) => client.unread.length > 0)
    const { messageId = 0 } = (await owner?.next('publish')) ?? {}
    owner?.send({ cmd: 'puback', messageId, reasonCode: 0x80 })
    await owner?.ping()
    expect(await payloadsOf(clients)).toEqual([[], []])
  })

  test('[MQTT-4.8.2-4] a started QoS 2 delivery is completed with the same member after it reconnects', async () => {
    const topic = uniqueName('shared')
    const keep = { clean: false, properties: { sessionExpiryInterval: 60 } }
    const [first, other] = await Promise.all([mqtt.connect(keep), mqtt.connect(keep)])
    for (const client of [first, other]) await client.subscribe(`$share/group/${topic}`, { qos: 2 })
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 2 })
    await Promise.all([first.ping(), other.ping()])
    const [owner, idle] = first.unread.length > 0 ? [first, other] : [other, first]
    const message = await owner.next('publish')
    owner.send({ cmd: 'pubrec', messageId: message.messageId ?? 0, reasonCode: 0 })
    await owner.next('pubrel')
    await owner.destroy()
    const back = await mqtt.connect({ ...keep, clientId: owner.clientId })
    expect(await back.next('pubrel')).toMatchObject({ messageId: message.messageId })
    await expectNothing(idle)
  })

  test('UNSUBSCRIBE distinguishes $share and plain filters', async () => {
    const topic = uniqueName('shared')
    const client = await mqtt.connect()
    await client.subscribe(`$share/group/${topic}`, { properties: { subscriptionIdentifier: 9 } })
    expect((await client.unsubscribe(topic)).granted).toEqual([0x11])
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1 })
    expect((await client.receive()).properties?.subscriptionIdentifier).toBe(9)
    expect((await client.unsubscribe(`$share/group/${topic}`)).granted).toEqual([0])
  })
})

describe.skipIf(!isEmbedded)('the strategies of shared subscriptions', () => {
  const withStrategy = async (
    strategy: 'random' | 'round_robin' | 'round_robin_per_group' | 'sticky' | 'local' | 'hash_topic' | 'hash_clientid',
    run: (topic: string) => Promise<void>,
  ) => {
    const { broker } = mqtt.embedded()
    const before = broker.zones().default.mqtt.shared_subscription_strategy
    changeMqtt(broker, { shared_subscription_strategy: strategy })
    await run(uniqueName(strategy)).finally(() => changeMqtt(broker, { shared_subscription_strategy: before }))
  }

  test.each(['random', 'local'] as const)('%s spreads messages over all members', (strategy) =>
    withStrategy(strategy, async (topic) => {
      const clients = await members(3, `$share/group/${topic}`)
      const sent = await publishMany(await mqtt.connect(), topic, 150)
      const received = await payloadsOf(clients)
      expect(received.flat().sort()).toEqual([...sent].sort())
      // That one of three gets none of 150 happens once in 10^26 runs.
      for (const each of received) expect(each.length).toBeGreaterThan(0)
    }),
  )

  test('round_robin delivers to members in turn', () =>
    withStrategy('round_robin', async (topic) => {
      const clients = await members(3, `$share/group/${topic}`)
      await publishMany(await mqtt.connect(), topic, 9)
      const turns = (await payloadsOf(clients)).map((payloads) => payloads.map((payload) => Number(payload) % 3))
      for (const turn of turns) expect(turn).toEqual([turn[0], turn[0], turn[0]])
      expect(new Set(turns.flat()).size).toBe(3)
    }))

  test('round_robin_per_group rotates over all publishers of a group', () =>
    withStrategy('round_robin_per_group', async (topic) => {
      const clients = await members(2, `$share/group/${topic}`)
      const publishers = await Promise.all([mqtt.connect(), mqtt.connect(), mqtt.connect()])
      for (let turn = 0; turn < 4; turn += 1) {
        for (const publisher of publishers) await publisher.publish(topic, 'x', { qos: 1 })
      }
      expect((await payloadsOf(clients)).map((payloads) => payloads.length)).toEqual([6, 6])
    }))

  test('sticky uses one member until it disconnects', () =>
    withStrategy('sticky', async (topic) => {
      const clients = await members(3, `$share/group/${topic}`)
      const publisher = await mqtt.connect()
      await publishMany(publisher, topic, 10)
      const received = await payloadsOf(clients)
      expect(received.map((payloads) => payloads.length).sort()).toEqual([0, 0, 10])
      const [chosen] = clients.splice(
        received.findIndex((payloads) => payloads.length > 0),
        1,
      )
      await chosen?.unsubscribe(`$share/group/${topic}`)
      await publishMany(publisher, topic, 10)
      expect((await payloadsOf(clients)).map((payloads) => payloads.length).sort()).toEqual([0, 10])
    }))

  test('hash_clientid sends all messages of a publisher to one member', () =>
    withStrategy('hash_clientid', async (topic) => {
      const clients = await members(3, `$share/group/${topic}/+`)
      const publishers = await Promise.all(Array.from({ length: 12 }, () => mqtt.connect()))
      for (const publisher of publishers) {
        for (const name of ['a', 'b', 'c']) await publisher.publish(`${topic}/${name}`, publisher.clientId, { qos: 1 })
      }
      const received = await payloadsOf(clients)
      for (const { clientId } of publishers) {
        expect(received.map((payloads) => payloads.filter((each) => each === clientId).length).sort()).toEqual([
          0, 0, 3,
        ])
      }
      expect(received.filter((payloads) => payloads.length > 0).length).toBeGreaterThan(1)
    }))

  test('hash_topic sends all messages of a topic to one member', () =>
    withStrategy('hash_topic', async (topic) => {
      const clients = await members(3, `$share/group/${topic}/+`)
      const publishers = await Promise.all([mqtt.connect(), mqtt.connect()])
      const names = Array.from({ length: 20 }, (_, index) => `t${index}`)
      for (const name of names) {
        for (const publisher of publishers) await publisher.publish(`${topic}/${name}`, name, { qos: 1 })
      }
      const received = await payloadsOf(clients)
      for (const name of names) {
        expect(received.map((payloads) => payloads.filter((each) => each === name).length).sort()).toEqual([0, 0, 2])
      }
      expect(received.filter((payloads) => payloads.length > 0).length).toBeGreaterThan(1)
    }))
})

describe.skipIf(!isEmbedded)("EMQX's own prefixes", () => {
  test('$queue/ is a shared subscription of its own group', async () => {
    const topic = uniqueName('queue')
    const clients = await members(2, `$queue/${topic}`)
    const [other] = await members(1, `$share/group/${topic}`)
    const sent = await publishMany(await mqtt.connect(), topic, 10)
    expect((await payloadsOf(clients)).flat().sort()).toEqual(sent)
    expect((await payloadsOf(other ? [other] : [])).flat()).toEqual(sent)
    const [first] = clients
    expect((await first?.unsubscribe(`$queue/${topic}`))?.granted).toEqual([0])
  })

  test('$exclusive/ is rejected if disabled', async () => {
    const client = await mqtt.connect()
    const [granted] = (await client.subscribe(`$exclusive/${uniqueName()}`)).granted
    expect(granted).toBeGreaterThanOrEqual(0x80)
  })

  test('$exclusive/ accepts one client and rejects others with 0x97 until it disconnects', async () => {
    const { broker } = mqtt.embedded()
    changeMqtt(broker, { exclusive_subscription: true })
    try {
      const topic = uniqueName('exclusive')
      const [first, second, publisher] = await Promise.all([mqtt.connect(), mqtt.connect(), mqtt.connect()])
      expect((await first.subscribe(`$exclusive/${topic}`, { qos: 1 })).granted).toEqual([1])
      expect((await second.subscribe(`$exclusive/${topic}`, { qos: 1 })).granted).toEqual([0x97])
      // A plain subscription to the same topic is nobody's business.
      expect((await second.subscribe(topic, { qos: 1 })).granted).toEqual([1])
      await publisher.publish(topic, 'x', { qos: 1 })
      expect((await first.receive()).topic).toBe(topic)
      await first.unsubscribe(`$exclusive/${topic}`)
      expect((await second.subscribe(`$exclusive/${topic}`, { qos: 1 })).granted).toEqual([1])
      await second.disconnect()
      await mqtt.connect({ clientId: second.clientId })
      expect((await first.subscribe(`$exclusive/${topic}`, { qos: 1 })).granted).toEqual([1])
    } finally {
      changeMqtt(broker, { exclusive_subscription: false })
    }
  })
})
