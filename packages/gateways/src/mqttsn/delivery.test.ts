import { expect, test } from 'vitest'
import type { SnPacket } from './packets.ts'
import { connect, puback, publish, regack, startTestGateway, subscribe } from './test-device.ts'

const types = (packets: readonly SnPacket[]) => packets.map(({ type }) => type)

test('a message without acknowledgement is repeated with DUP, and the client is lost after three repetitions', async () => {
  const gateway = await startTestGateway()
  const device = await gateway.connected('d')
  await device.send(subscribe('a'))
  gateway.publish('a', 'm', { qos: 1 })
  expect(device.news()).toMatchObject([{ type: 'publish', dup: false, messageId: 1 }])
  for (let repetition = 0; repetition < 3; repetition += 1) {
    await gateway.advance(10)
    expect(device.news()).toMatchObject([{ type: 'publish', dup: true, messageId: 1 }])
  }
  await gateway.advance(10)
  expect(types(device.news())).toEqual(['disconnect'])
  expect(gateway.context.client('d')).toBeUndefined()
  expect(device.channel.endReason).toBe('keepalive_timeout')
})

test('a message waits for the acknowledgement of the previous message', async () => {
  const gateway = await startTestGateway()
  const device = await gateway.connected('d')
  await device.send(subscribe('a'))
  gateway.publish('a', '1', { qos: 1 })
  gateway.publish('a', '2', { qos: 1 })
  expect(device.news()).toMatchObject([{ payload: Buffer.from('1') }])
  expect(await device.send(puback(1))).toMatchObject([{ payload: Buffer.from('2'), messageId: 2 }])
})

test('QoS 2 to a client completes although PUBREL and PUBCOMP were lost', async () => {
  const gateway = await startTestGateway()
  const device = await gateway.connected('d')
  await device.send(subscribe('a', 2))
  gateway.publish('a', 'm', { qos: 2 })
  expect(device.news()).toMatchObject([{ type: 'publish', qos: 2, messageId: 1 }])
  const pubrec = { type: 'pubrec', messageId: 1 } as const
  expect(await device.send(puback(1))).toEqual([])
  expect(await device.send(pubrec)).toEqual([{ type: 'pubrel', messageId: 1 }])
  expect(await device.send(pubrec)).toEqual([{ type: 'pubrel', messageId: 1 }])
  await gateway.advance(10)
  expect(device.news()).toEqual([{ type: 'pubrel', messageId: 1 }])
  expect(await device.send({ type: 'pubcomp', messageId: 1 })).toEqual([])
  expect(gateway.client('d').inflight).toBe(0)
  // A repeated PUBREC of a completed message is answered, so that the client can complete it too.
  expect(await device.send(pubrec)).toEqual([{ type: 'pubrel', messageId: 1 }])
})

test('a topic is registered before its first message, and again if REGACK is lost', async () => {
  const gateway = await startTestGateway()
  const device = await gateway.connected('d')
  await device.send(subscribe('a/+'))
  gateway.publish('a/b', 'm', { qos: 1 })
  const register = { type: 'register', topicId: 1025, messageId: 2, topic: 'a/b' }
  expect(device.news()).toEqual([register])
  await gateway.advance(10)
  expect(device.news()).toEqual([register])
  expect(await device.send(regack(2))).toMatchObject([{ type: 'publish', messageId: 1, dup: false }])
  expect(await device.send(puback(1))).toEqual([])
  gateway.publish('a/b', 'n', { qos: 1 })
  expect(device.news()).toMatchObject([{ type: 'publish', messageId: 3 }])
})

test('a message is dropped if the client rejects its topic, and the next one is sent', async () => {
  const gateway = await startTestGateway()
  const device = await gateway.connected('d')
  await device.send(subscribe('#'))
  gateway.publish('a/b', '1', { qos: 1 })
  gateway.publish('c/d', '2', { qos: 1 })
  device.news()
  expect(await device.send(regack(2, 3))).toMatchObject([{ type: 'register', topic: 'c/d' }])
  expect(gateway.counters.get('delivery.dropped')).toBe(1)
  expect(gateway.client('d').queued).toBe(0)
})

test('a client that is congested gets the message again later', async () => {
  const gateway = await startTestGateway()
  const device = await gateway.connected('d')
  await device.send(subscribe('a'))
  gateway.publish('a', 'm', { qos: 1 })
  device.news()
  expect(await device.send(puback(1, 1))).toEqual([])
  await gateway.advance(10)
  expect(device.news()).toMatchObject([{ type: 'publish', dup: true, messageId: 1 }])
})

test('a client that does not have the identifier of a topic gets it registered again', async () => {
  const gateway = await startTestGateway()
  const device = await gateway.connected('d')
  await device.send(subscribe('a'))
  gateway.publish('a', 'm', { qos: 1 })
  device.news()
  expect(await device.send(puback(1, 2))).toMatchObject([{ type: 'register', topicId: 1025, topic: 'a' }])
  expect(await device.send(regack(2))).toMatchObject([{ type: 'publish', messageId: 1 }])
  // The second rejection drops the message.
  expect(await device.send(puback(1, 2))).toEqual([])
  expect(gateway.client('d').inflight).toBe(0)
})

test('a client that does not have a predefined topic gets it registered', async () => {
  const gateway = await startTestGateway({ predefined: [{ id: 5, topic: 'pre/five' }] })
  const device = await gateway.connected('d')
  await device.send(subscribe('pre/#'))
  gateway.publish('pre/five', 'm', { qos: 1 })
  expect(device.news()).toMatchObject([{ type: 'publish', topic: { kind: 'predefined', id: 5 } }])
  expect(await device.send(puback(1, 2, 5))).toMatchObject([{ type: 'register', topic: 'pre/five' }])
  expect(await device.send(regack(2))).toMatchObject([{ topic: { kind: 'registered', id: 1025 } }])
})

test('a client that registered a predefined topic by name gets its own identifier', async () => {
  const gateway = await startTestGateway({ predefined: [{ id: 5, topic: 'pre/five' }] })
  const device = await gateway.connected('d')
  await device.send(subscribe('pre/five'))
  gateway.publish('pre/five', 'm')
  expect(device.news()).toMatchObject([{ topic: { kind: 'registered', id: 1025 } }])
})

test('a message larger than a datagram is dropped', async () => {
  const gateway = await startTestGateway()
  const device = await gateway.connected('d')
  await device.send(subscribe('a'))
  gateway.publish('a', Buffer.alloc(65_500), { qos: 1 })
  gateway.publish('a', Buffer.alloc(65_480), { qos: 1 })
  // The length alone: comparing all bytes takes seconds.
  const lengths = device.news().map((packet) => (packet.type === 'publish' ? packet.payload.length : packet.type))
  expect(lengths).toEqual([65_480])
  expect(gateway.counters.get('delivery.dropped.too_large')).toBe(1)
})

test('at most 1000 messages of QoS 0 wait for the registration of a topic', async () => {
  const gateway = await startTestGateway()
  const device = await gateway.connected('d')
  await device.send(subscribe('#', 0))
  for (let index = 0; index < 1101; index += 1) gateway.publish('a/b', String(index))
  expect(types(device.news())).toEqual(['register'])
  expect(gateway.counters.get('delivery.dropped.queue_full')).toBe(100)
  const messages = await device.send(regack(1))
  expect(messages).toHaveLength(1001)
  expect(messages.at(-1)).toMatchObject({ qos: 0, messageId: 0, payload: Buffer.from('1000') })
})

test('a client that resumes its session gets topics registered again with their identifiers', async () => {
  const gateway = await startTestGateway()
  const device = await gateway.connected('d', { cleanSession: false })
  await device.send(subscribe('x/y'), subscribe('a/b', 1, 2), { type: 'disconnect', duration: undefined })
  gateway.publish('a/b', 'offline', { qos: 1 })
  const answers = await device.send(connect('d', { cleanSession: false }))
  expect(answers).toMatchObject([
    { type: 'connack', code: 0 },
    { type: 'register', topicId: 1026, topic: 'a/b' },
  ])
  expect(await device.send(regack(2, 0, 1026))).toMatchObject([{ type: 'publish', payload: Buffer.from('offline') }])
  // The client still publishes with its previous identifier.
  const ack = await device.send(puback(1), publish({ messageId: 9 }))
  expect(ack[0]).toEqual({ type: 'puback', topicId: 1025, messageId: 9, code: 0 })
  expect(gateway.published.at(-1)?.topic).toBe('x/y')
})

test('with subs_resume, all subscribed topics are registered on resumption', async () => {
  const gateway = await startTestGateway({ subs_resume: true, predefined: [{ id: 1, topic: 'pre' }] })
  const device = await gateway.connected('d', { cleanSession: false })
  await device.send(subscribe('x/y'), subscribe('w/#', 1, 2), subscribe('a/b', 1, 3), {
    type: 'subscribe',
    dup: false,
    qos: 1,
    messageId: 4,
    topic: { kind: 'predefined', id: 1 },
  })
  await device.send({ type: 'disconnect', duration: undefined })
  expect(await device.send(connect('d', { cleanSession: false }))).toMatchObject([
    { type: 'connack' },
    { type: 'register', topic: 'x/y', topicId: 1025, messageId: 1 },
  ])
  expect(await device.send(regack(1))).toMatchObject([{ type: 'register', topic: 'a/b', topicId: 1026 }])
  expect(await device.send(regack(2))).toEqual([])
})

test('an unacknowledged message is sent again with DUP after the client has connected again', async () => {
  const gateway = await startTestGateway()
  const device = await gateway.connected('d', { cleanSession: false })
  await device.send(subscribe('a'))
  gateway.publish('a', 'm', { qos: 1 })
  device.news()
  const answers = await device.send(connect('d', { cleanSession: false }))
  expect(types(answers)).toEqual(['connack', 'register'])
  const repeated = { type: 'publish', dup: true, messageId: 1, payload: Buffer.from('m') }
  expect(await device.send(regack(2))).toMatchObject([repeated])
})
