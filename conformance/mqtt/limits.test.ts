import { changeMqtt, type RawClient, uniqueName } from '@mqdeck/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { expectNothing, expectRefused } from './expect-nothing.ts'
import { isEmbedded, useTarget } from './target.ts'

const mqtt = useTarget()
const keep = { clean: false, properties: { sessionExpiryInterval: 60 } }

async function collect(client: RawClient): Promise<string[]> {
  const payloads: string[] = []
  for (;;) {
    await client.ping()
    if (!client.unread.some(({ cmd }) => cmd === 'publish')) return payloads
    payloads.push((await client.receive()).payload.toString())
  }
}

describe.skipIf(!isEmbedded)('limits of the MQTT settings', () => {
  const undo: (() => void)[] = []
  afterEach(() => {
    for (const each of undo.splice(0)) each()
  })
  const set = (changes: Parameters<typeof changeMqtt>[1]) => {
    undo.push(changeMqtt(mqtt.embedded().broker, changes))
  }

  test('max_mqueue_len keeps the newest messages of a disconnected client', async () => {
    set({ max_mqueue_len: 5 })
    const topic = uniqueName('mqueue')
    const client = await mqtt.connect(keep)
    await client.subscribe(topic, { qos: 1 })
    await client.disconnect()
    const publisher = await mqtt.connect()
    for (let index = 0; index < 12; index += 1) await publisher.publish(topic, `${index}`, { qos: 1 })
    const view = mqtt.embedded().broker.client(client.clientId)
    expect(view).toMatchObject({ mqueueLength: 5, mqueueMax: 5, mqueueDropped: 7, connected: false })
    expect(await collect(await mqtt.connect({ ...keep, clientId: client.clientId }))).toEqual([
      '7',
      '8',
      '9',
      '10',
      '11',
    ])
  })

  test('a QoS 0 message is queued for a disconnected client if mqueue_store_qos0 is true', async () => {
    set({ mqueue_store_qos0: true })
    const topic = uniqueName('qos0')
    const client = await mqtt.connect(keep)
    await client.subscribe(topic, { qos: 1 })
    await client.disconnect()
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x')
    await publisher.ping()
    expect(await collect(await mqtt.connect({ ...keep, clientId: client.clientId }))).toEqual(['x'])
  })

  test('a QoS 0 message is not queued if mqueue_store_qos0 is false', async () => {
    set({ mqueue_store_qos0: false })
    const topic = uniqueName('qos0')
    const client = await mqtt.connect(keep)
    await client.subscribe(topic, { qos: 1 })
    await client.disconnect()
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x')
    await publisher.ping()
    await expectNothing(await mqtt.connect({ ...keep, clientId: client.clientId }))
  })

  test('mqueue_priorities delivers topics with higher priority first', async () => {
    const topic = uniqueName('priority')
    set({ mqueue_priorities: { [`${topic}/high`]: 10, [`${topic}/low`]: 1 }, mqueue_default_priority: 'lowest' })
    const client = await mqtt.connect(keep)
    await client.subscribe(`${topic}/#`, { qos: 1 })
    await client.disconnect()
    const publisher = await mqtt.connect()
    for (const name of ['other', 'low', 'high', 'other', 'low', 'high']) {
      await publisher.publish(`${topic}/${name}`, name, { qos: 1 })
    }
    expect(await collect(await mqtt.connect({ ...keep, clientId: client.clientId }))).toEqual([
      'high',
      'high',
      'low',
      'low',
      'other',
      'other',
    ])
  })

  test('max_inflight limits the unacknowledged messages of an MQTT 3.1.1 client', async () => {
    set({ max_inflight: 3 })
    const topic = uniqueName('inflight')
    const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect({ version: 4 })])
    await client.subscribe(topic, { qos: 1 })
    for (let index = 0; index < 8; index += 1) await publisher.publish(topic, `${index}`, { qos: 1 })
    await client.ping()
    expect(client.unread).toHaveLength(3)
    const { broker } = mqtt.embedded()
    expect(broker.client(client.clientId)).toMatchObject({ inflightCount: 3, inflightMax: 3, mqueueLength: 5 })
    expect(await collect(client)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  })

  test('max_awaiting_rel rejects further messages with 0x93', async () => {
    set({ max_awaiting_rel: 2 })
    const client = await mqtt.connect()
    const codes: (number | undefined)[] = []
    for (const messageId of [1, 2, 3]) {
      client.send({ cmd: 'publish', topic: 'a', payload: 'x', qos: 2, dup: false, retain: false, messageId })
      codes.push((await client.nextOf('pubrec', 'disconnect')).reasonCode)
    }
    expect(codes.slice(0, 2).every((code) => code === 0 || code === 0x10)).toBe(true)
    expect(codes[2]).toBe(0x93)
  })

  test('await_rel_timeout removes a QoS 2 message without PUBREL', async () => {
    set({ max_awaiting_rel: 1, await_rel_timeout: 200 })
    const client = await mqtt.connect()
    client.send({ cmd: 'publish', topic: 'a', payload: 'x', qos: 2, dup: false, retain: false, messageId: 1 })
    await client.next('pubrec')
    const { broker } = mqtt.embedded()
    await expect.poll(() => broker.client(client.clientId)?.awaitingRelCount).toBe(0)
  })

  test('retry_interval sends an unacknowledged message again', async () => {
    set({ retry_interval: 200 })
    const topic = uniqueName('retry')
    const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await client.subscribe(topic, { qos: 1 })
    await publisher.publish(topic, 'x', { qos: 1 })
    const first = await client.next('publish')
    expect(await client.next('publish')).toMatchObject({ dup: true, messageId: first.messageId })
  })

  test('max_packet_size is announced and enforced', async () => {
    set({ max_packet_size: 1024 })
    const client = await mqtt.connect()
    expect(client.connack().properties?.maximumPacketSize).toBe(1024)
    const room = 1024 - 1 - 2 - 2 - 1 - 1
    await client.publish('a', Buffer.alloc(room))
    await client.ping()
    client.sendBytes(bytes.publish(0x30, 'a', bytes.props(), Buffer.alloc(room + 1)))
    await expectRefused(client, [0x95])
  })

  test('[MQTT-3.1.3-8] max_clientid_len rejects a longer client ID with 0x85', async () => {
    set({ max_clientid_len: 10 })
    expect((await mqtt.connect({ clientId: 'x'.repeat(10) })).connack().reasonCode).toBe(0)
    const refused = await mqtt.connect({ clientId: 'x'.repeat(11) })
    expect(refused.connack()).toMatchObject({ reasonCode: 0x85, sessionPresent: false })
    await refused.waitForClose()
    const old = await mqtt.connect({ version: 4, clientId: 'x'.repeat(11) })
    expect(old.connack()).toMatchObject({ returnCode: 2 })
  })

  test('[3.1.1 MQTT-3.1.2-22] strict_mode rejects a password without a username', async () => {
    set({ strict_mode: true })
    const client = await mqtt.open(4)
    client.sendBytes(
      bytes.connect({ version: 4, flags: 0x42, payload: [bytes.str(uniqueName()), bytes.str('secret')] }),
    )
    await expectRefused(client)
  })

  test('max_topic_alias is announced', async () => {
    set({ max_topic_alias: 7 })
    expect((await mqtt.connect()).connack().properties?.topicAliasMaximum).toBe(7)
  })

  test('session_expiry_interval applies to persistent sessions of MQTT 3.1.1 clients', async () => {
    set({ session_expiry_interval: 1_000 })
    const client = await mqtt.connect({ version: 4, clean: false })
    await client.disconnect()
    const { broker } = mqtt.embedded()
    await expect.poll(() => broker.client(client.clientId)).toBeUndefined()
    const again = await mqtt.connect({ version: 4, clean: false, clientId: client.clientId })
    expect(again.connack().sessionPresent).toBe(false)
  })

  test('use_username_as_clientid sets the client ID to the username', async () => {
    set({ use_username_as_clientid: true })
    const username = uniqueName('user')
    await mqtt.connect({ username })
    expect(mqtt.embedded().broker.client(username)?.connected).toBe(true)
  })

  test('response_information is sent to clients that request it [MQTT-3.1.2-28]', async () => {
    set({ response_information: 'answers/here' })
    const asking = await mqtt.connect({ properties: { requestResponseInformation: true } })
    expect(asking.connack().properties?.responseInformation).toBe('answers/here')
    expect((await mqtt.connect()).connack().properties?.responseInformation).toBeUndefined()
  })
})
