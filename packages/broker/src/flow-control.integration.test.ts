import { connectRaw, createFakeClock, eventually, openTransport, type RawClient, uniqueName } from '@mqdeck/testkit'
import { afterEach, expect, test } from 'vitest'
import { startTestBroker, type TestBroker } from './test-broker.ts'

let mqtt: TestBroker
afterEach(() => mqtt?.broker.stop())

/** More than an inflight window and a queue hold together. */
const count = 3000

/** All of them without waiting for PUBACK. */
const publishAll = (client: RawClient, topic: string, most = count) => {
  for (let index = 0; index < most; index += 1)
    client.send({
      cmd: 'publish',
      topic,
      payload: `${index}`,
      qos: 1,
      dup: false,
      retain: false,
      messageId: client.nextPacketId(),
    })
}

const receiveAll = async (client: RawClient, most = count) => {
  for (let index = 0; index < most; index += 1) expect((await client.receive()).payload.toString()).toBe(`${index}`)
}

const acknowledged = async (client: RawClient, most = count) => {
  for (let index = 0; index < most; index += 1) await client.next('puback')
}

test('no message is dropped while all subscribers acknowledge, however fast the publisher is', async () => {
  mqtt = await startTestBroker()
  const topic = uniqueName('t')
  const [publisher, ...subscribers] = await Promise.all([1, 2, 3].map(() => connectRaw(mqtt.endpoint())))
  for (const one of subscribers) await one.subscribe(topic, { qos: 1 })
  if (publisher) publishAll(publisher, topic)
  await Promise.all(subscribers.map(receiveAll))
  expect(mqtt.broker.metrics['delivery.dropped']).toBe(0)
})

test('a client gets all messages that it publishes itself, because its acknowledgements are read while it waits', async () => {
  mqtt = await startTestBroker()
  const topic = uniqueName('t')
  const client = await connectRaw(mqtt.endpoint())
  await client.subscribe(topic, { qos: 1 })
  // So many that it has to wait, and its acknowledgements come after them.
  publishAll(client, topic, 700)
  await Promise.all([receiveAll(client, 700), acknowledged(client, 700)])
  expect(mqtt.broker.metrics['delivery.dropped']).toBe(0)
})

test('a subscriber that never acknowledges loses messages and delays publishers and other subscribers only briefly', async () => {
  mqtt = await startTestBroker()
  const topic = uniqueName('t')
  const [publisher, stuck, lively] = await Promise.all([1, 2, 3].map(() => connectRaw(mqtt.endpoint())))
  if (!publisher || !stuck || !lively) throw new Error('three were connected')
  for (const one of [stuck, lively]) await one.subscribe(topic, { qos: 1 })
  publishAll(publisher, topic)
  await Promise.all([receiveAll(lively), acknowledged(publisher)])
  const { mqueueLength = 0, inflightCount = 0 } = mqtt.broker.client(stuck.clientId) ?? {}
  expect([mqueueLength, inflightCount]).toEqual([1000, 32])
  expect(mqtt.broker.metrics['delivery.dropped.queue_full']).toBe(count - 1032)
})

test('messages of a publisher that disconnects while it waits are routed', async () => {
  mqtt = await startTestBroker()
  const topic = uniqueName('t')
  const [publisher, stuck] = await Promise.all([1, 2].map(() => connectRaw(mqtt.endpoint())))
  if (!publisher || !stuck) throw new Error('two were connected')
  await stuck.subscribe(topic, { qos: 1 })
  publishAll(publisher, topic, 700)
  await publisher.disconnect()
  await eventually(
    () => mqtt.broker.client(stuck.clientId)?.mqueueLength === 700 - 32,
    () => 'Waited for the messages of the publisher',
  )
})

test('each publisher of a batch that a hook answers together waits for its own slow subscriber', async () => {
  // The clock does not advance, so a publisher waits until the subscriber has disconnected.
  mqtt = await startTestBroker({ clock: createFakeClock() })
  const [slow, stuck, first, second] = await Promise.all(
    ['slow', 'stuck', 'a', 'b'].map((clientId) => connectRaw(mqtt.endpoint(), { clientId })),
  )
  if (!slow || !stuck || !first || !second) throw new Error('four were connected')
  await stuck.subscribe('slow', { qos: 1 })
  const from = { clientId: 'api', username: undefined, peername: undefined, protocol: 'http' }
  for (let index = 0; index < 600; index += 1)
    await mqtt.broker.publish({ topic: 'slow', payload: Buffer.from('x'), qos: 1, retain: false, from })
  const batch: (() => void)[] = []
  mqtt.hooks.fold(
    'message.publish',
    (message) =>
      new Promise((resolve) => {
        batch.push(() => resolve(message))
        if (batch.length === 3) for (const answer of batch) answer()
      }),
  )
  const publish = async (client: RawClient, topic: string, waiting: number) => {
    client.send({ cmd: 'publish', topic, payload: 'x', qos: 1, dup: false, retain: false, messageId: 1 })
    await eventually(
      () => batch.length === waiting,
      () => `The hook has ${batch.length} messages`,
    )
  }
  await publish(first, 'other', 1)
  await publish(slow, 'slow', 2)
  await publish(second, 'other', 3)
  for (const client of [first, slow, second]) await client.next('puback')
  for (const client of [slow, first, second]) client.send({ cmd: 'pingreq' })
  for (const client of [first, second]) await client.next('pingresp')
  // Round trips later, PINGREQ of the publisher to the slow subscriber still waits.
  for (const client of [first, second]) await client.ping()
  expect(slow.unread).toEqual([])
  await stuck.destroy()
  await slow.next('pingresp')
})

test.each(['tcp', 'ssl', 'ws'] as const)(
  'a client that gets its own message over %s gets the acknowledgement first, in the same write',
  async (type) => {
    mqtt = await startTestBroker({ types: [type] })
    const chunks: Buffer[] = []
    const transport = await openTransport(mqtt.endpoint(type), {
      data: (bytes) => chunks.push(bytes),
      closed: () => {},
    })
    const answer = async (bytes: string) => {
      chunks.length = 0
      transport.write(Buffer.from(bytes, 'hex'))
      await eventually(
        () => chunks.length > 0,
        () => `Waited for an answer to ${bytes}`,
      )
      return chunks.map((chunk) => chunk.toString('hex'))
    }
    // MQTT 3.1.1: CONNECT, SUBSCRIBE to `t`, PUBLISH to it.
    await answer('100d00044d515454040200000001' + '61')
    await answer('82060001000174' + '01')
    expect(await answer('320600017400' + '0578')).toEqual(['40020005' + '320600017400' + '0178'])
    transport.destroy()
  },
)
