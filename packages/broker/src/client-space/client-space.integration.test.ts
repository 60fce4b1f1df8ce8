import { connectMqttJs } from '@mqdeck/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestBroker, type TestBroker } from '../test-broker.ts'
import type { ClientInfo } from '../types.ts'
import type { ClientSpace, SpaceClient, SpaceDelivery } from './client-space.ts'

const utf8 = (text: string) => Buffer.from(text)

async function startBroker(): Promise<TestBroker & { readonly space: ClientSpace }> {
  const started = await startTestBroker()
  onTestFinished(() => started.broker.stop())
  const space = started.broker.openClientSpace({
    authenticate: (_, { password }) =>
      password && Buffer.from(password).equals(utf8('wrong'))
        ? { result: 'deny', reasonCode: 0x86 }
        : { result: 'ignore' },
  })
  return { ...started, space }
}

function infoOf(clientId: string, more: Partial<ClientInfo> = {}): ClientInfo & { readonly gateway: string } {
  return {
    clientId,
    username: undefined,
    peerhost: '127.0.0.1',
    peerport: 50_000,
    sockport: 61_613,
    listener: 'stomp:tcp:default',
    zone: 'default',
    protocolName: 'STOMP',
    protocolVersion: '1.2',
    keepalive: 0,
    cleanStart: true,
    isBridge: false,
    mountpoint: undefined,
    certCommonName: undefined,
    certSubject: undefined,
    peerSni: undefined,
    isSuperuser: false,
    attributes: {},
    authExpiresAt: undefined,
    ...more,
    gateway: 'stomp',
  }
}

interface Connected {
  readonly client: SpaceClient
  readonly deliveries: SpaceDelivery[]
  readonly closed: string[]
  readonly sessionPresent: boolean
}

async function connect(
  space: ClientSpace,
  clientId: string,
  {
    password,
    expiry = 0,
    receiveMaximum = 32,
    ...more
  }: Partial<ClientInfo> & { password?: string; expiry?: number; receiveMaximum?: number } = {},
): Promise<Connected> {
  const deliveries: SpaceDelivery[] = []
  const closed: string[] = []
  const outcome = await space.connect(
    {
      info: infoOf(clientId, more),
      details: {
        password: password === undefined ? undefined : utf8(password),
        sessionExpiryInterval: expiry,
        receiveMaximum,
        userProperties: [],
        authenticationMethod: undefined,
        authenticationData: undefined,
        certificate: undefined,
      },
      keepalive: 0,
    },
    { deliver: (one) => deliveries.push(one), closed: (reason) => closed.push(reason), isCongested: () => false },
  )
  if ('refused' in outcome) throw new Error(`refused ${outcome.refused}`)
  outcome.client.release()
  return { ...outcome, deliveries, closed }
}

const texts = (deliveries: readonly SpaceDelivery[]) => deliveries.map(({ payload }) => Buffer.from(payload).toString())
const options = (qos: 0 | 1 | 2, subscriptionId = 1) => ({ qos, nl: 0, rap: 0, rh: 0, subscriptionId }) as const

test('messages go from and to MQTT clients at each QoS, with mountpoint, subscription and origin', async () => {
  const { space, endpoint } = await startBroker()
  const { client, deliveries } = await connect(space, 'device', { mountpoint: 'plant/' })
  const mqtt = await connectMqttJs(endpoint(), { clientId: 'device' })
  onTestFinished(() => mqtt.end())
  const received: string[] = []
  mqtt.client.on('message', (topic, payload) => received.push(`${topic} ${payload}`))
  await mqtt.client.subscribeAsync('plant/up/#', { qos: 2 })
  for (const qos of [0, 1, 2] as const)
    expect(await client.publish({ topic: `up/${qos}`, payload: utf8(`q${qos}`), qos })).toBe(0)
  await expect.poll(() => received).toEqual(['plant/up/0 q0', 'plant/up/1 q1', 'plant/up/2 q2'])
  expect(await client.publish({ topic: 'nobody', payload: utf8(''), qos: 1 })).toBe(0x10)

  expect(await client.subscribe('down/+', options(2, 7))).toBe(2)
  for (const qos of [0, 1, 2] as const) await mqtt.client.publishAsync('plant/down/x', `d${qos}`, { qos })
  await expect.poll(() => texts(deliveries)).toEqual(['d0', 'd1', 'd2'])
  expect(deliveries[1]).toMatchObject({ topic: 'down/x', qos: 1, subscriptionId: 7, origin: { clientId: 'device' } })
  expect(space.client('device')?.inflightCount).toBe(2)
  for (const delivery of deliveries) delivery.acknowledge()
  expect(space.client('device')?.inflightCount).toBe(0)
  expect(await client.unsubscribe('down/+')).toBe(0)
  expect(await client.unsubscribe('down/+')).toBe(0x11)
})

test('unacknowledged messages stay within the window, and a held client keeps its messages', async () => {
  const { space, broker } = await startBroker()
  const { client, deliveries } = await connect(space, 'slow', { receiveMaximum: 2 })
  await client.subscribe('t', options(1))
  const from = { clientId: 'x', username: undefined, peername: undefined, protocol: 'http' }
  const publish = (text: string) => broker.publish({ topic: 't', payload: utf8(text), qos: 1, retain: false, from })
  for (const text of ['1', '2', '3']) await publish(text)
  expect(texts(deliveries)).toEqual(['1', '2'])
  expect(client.queued).toBe(1)
  client.hold()
  deliveries[0]?.acknowledge()
  expect(client.queued).toBe(1)
  client.release()
  expect(texts(deliveries)).toEqual(['1', '2', '3'])
})

test('a client ID is unique within the space: a newer client disconnects the older one and resumes its session on request', async () => {
  const { space, broker, endpoint } = await startBroker()
  const mqtt = await connectMqttJs(endpoint(), { clientId: 'same' })
  onTestFinished(() => mqtt.end())
  const first = await connect(space, 'same', { expiry: 60, cleanStart: false })
  await first.client.subscribe('t', options(1))
  expect(mqtt.client.connected).toBe(true)
  expect([...broker.clients()]).toHaveLength(1)
  first.client.disconnect('tcp_closed')
  await broker.publish({
    topic: 't',
    payload: utf8('later'),
    qos: 1,
    retain: false,
    from: { clientId: 'x', username: undefined, peername: undefined, protocol: 'http' },
  })
  const second = await connect(space, 'same', { expiry: 60, cleanStart: false })
  expect(second.sessionPresent).toBe(true)
  await expect.poll(() => texts(second.deliveries)).toEqual(['later'])
  const third = await connect(space, 'same')
  expect(second.closed).toEqual(['discarded'])
  expect(third.sessionPresent).toBe(false)
})

test('the authentication of the space, hooks and authorization decide; a will is published unless the client leaves normally', async () => {
  const { space, broker, hooks } = await startBroker()
  await expect(connect(space, 'a', { password: 'wrong' })).rejects.toThrow('refused 134')
  hooks.fold('client.connect', (decision, { clientId }) => (clientId === 'banned' ? 0x8a : decision))
  await expect(connect(space, 'banned')).rejects.toThrow('refused 138')
  await expect(connect(space, 'b', { mountpoint: 'a/#/' })).rejects.toThrow('refused 135')
  const denied = vi.fn(() => 'deny' as const)
  const { client, deliveries } = await connect(space, 'a')
  expect(await client.subscribe('wills', options(0))).toBe(0)
  const remove = hooks.fold('client.authorize', denied)
  expect(await client.publish({ topic: 'x', payload: utf8(''), qos: 0 })).toBe(0x87)
  expect(await client.subscribe('x', options(0))).toBe(0x87)
  remove()
  for (const [id, reason] of [
    ['leaves', 'normal'],
    ['lost', 'tcp_closed'],
    ['kicked', 'kicked'],
  ] as const) {
    const one = await connect(space, id)
    one.client.setWill({ topic: 'wills', payload: utf8(id), qos: 0 })
    if (reason === 'kicked') expect(await space.kick(id, reason)).toBe(true)
    else one.client.disconnect(reason)
    expect(one.closed).toEqual(reason === 'kicked' ? ['kicked'] : [])
  }
  await expect.poll(() => texts(deliveries)).toEqual(['lost', 'kicked'])
  expect([...space.clients()].map(({ info }) => info.clientId)).toEqual(['a'])
  await space.close()
  expect([...broker.topics()]).toEqual([])
})

test('retained messages, shared subscriptions and persistent MQTT sessions work as for MQTT clients', async () => {
  const { space, broker } = await startBroker()
  const a = await connect(space, 'a')
  const b = await connect(space, 'b')
  await a.client.publish({ topic: 'r', payload: utf8('kept'), qos: 1, retain: true })
  await b.client.subscribe('r', options(0))
  await expect.poll(() => texts(b.deliveries)).toEqual(['kept'])
  expect(b.deliveries[0]?.retain).toBe(true)
  for (const { client } of [a, b]) expect(await client.subscribe('$share/g/s', options(0, 2))).toBe(0)
  for (let index = 0; index < 10; index += 1) await a.client.publish({ topic: 's', payload: utf8(`${index}`), qos: 0 })
  await expect.poll(() => a.deliveries.length + b.deliveries.length).toBe(11)
  expect([...broker.topics()].sort()).toEqual(['$share/g/s', 'r'])
})
