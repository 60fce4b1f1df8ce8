import { type Log, silentLog } from '@mqdeck/kit'
import {
  type ConnectOptions,
  connectMqttJs,
  connectRaw,
  type EmbeddedBroker,
  eventually,
  startEmbedded,
  uniqueName,
} from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AutoSubscribe, createAutoSubscribe } from './auto-subscribe.ts'
import type { AutoSubscribeTopic } from './topics.ts'

let embedded: EmbeddedBroker
let autoSubscribe: AutoSubscribe
const warned: string[] = []
beforeAll(async () => {
  const log: Log = { ...silentLog, warn: ({ topic, reason }) => warned.push(`${topic}: ${reason}`) }
  embedded = await startEmbedded()
  autoSubscribe = createAutoSubscribe({ settings: [], broker: embedded.broker, log })
})
afterEach(() => {
  autoSubscribe.update([])
  warned.length = 0
})
afterAll(() => embedded.stop())

const topic = (filter: string, change: Partial<AutoSubscribeTopic> = {}): AutoSubscribeTopic => ({
  topic: filter,
  qos: 1,
  nl: 0,
  rap: 0,
  rh: 0,
  ...change,
})
const subscriptionsOf = (clientId: string) => embedded.broker.subscriptionsOf(clientId)

/** The answer to a ping shows that the broker has finished its work for the new connection. */
async function connect(options: ConnectOptions = {}) {
  const client = await connectRaw(embedded.endpoint(), options)
  await client.ping()
  return client
}

describe.each([3, 4, 5] as const)('a client of MQTT version %i', (version) => {
  it('is subscribed with the options set, its names filled in, and gets messages', async () => {
    autoSubscribe.update([topic('c/${clientid}/u/${username}/h/${host}', { qos: 2, rap: 1, nl: 1, rh: 1 })])
    const before = { ...embedded.broker.metrics }
    const client = await connect({ version, clientId: uniqueName('c'), username: 'ann', password: Buffer.from('x') })
    const filter = `c/${client.clientId}/u/ann/h/127.0.0.1`
    expect(subscriptionsOf(client.clientId)).toEqual([
      { clientId: client.clientId, topic: filter, qos: 2, nl: 1, rap: 1, rh: 1 },
    ])
    const { metrics } = embedded.broker
    expect(metrics['packets.subscribe.received']).toBe(before['packets.subscribe.received'])
    expect(metrics['client.subscribe']).toBe(before['client.subscribe'])
    expect(client.received.map(({ cmd }) => cmd)).toEqual(['connack', 'pingresp'])
    await embedded.broker.publish({
      topic: filter,
      payload: Buffer.from('hello'),
      qos: 2,
      retain: false,
      from: { clientId: 'other', username: undefined, peername: undefined, protocol: 'http' },
    })
    expect((await client.receive()).qos).toBe(2)
    await client.disconnect()
  })
})

describe('subscribing automatically', () => {
  it('sends retained messages after CONNACK, as retain handling says [MQTT-3.3.1-9]', async () => {
    const publisher = await connect()
    await publisher.publish('kept/0', 'zero', { qos: 1, retain: true })
    await publisher.publish('kept/2', 'two', { qos: 1, retain: true })
    autoSubscribe.update([topic('kept/0', { rh: 0 }), topic('kept/2', { rh: 2 })])
    const client = await connect()
    expect(client.received.map(({ cmd }) => cmd)).toEqual(['connack', 'publish', 'pingresp'])
    expect((await client.receive()).topic).toBe('kept/0')
    for (const name of ['kept/0', 'kept/2']) await publisher.publish(name, '', { qos: 1, retain: true })
    await publisher.disconnect()
    await client.disconnect()
  })

  it('sends them to a session that is resumed only if the subscription is new with 1 [MQTT-3.3.1-10]', async () => {
    const clientId = uniqueName('resumed')
    const options: ConnectOptions = { clientId, clean: false, properties: { sessionExpiryInterval: 60 } }
    const publisher = await connect()
    await publisher.publish('kept/1', 'one', { qos: 1, retain: true })
    autoSubscribe.update([topic('kept/1', { rh: 1, qos: 0 })])
    const first = await connect(options)
    expect((await first.receive()).retain).toBe(true)
    await first.disconnect()
    const second = await connect(options)
    expect(second.connack().sessionPresent).toBe(true)
    expect(second.received.map(({ cmd }) => cmd)).toEqual(['connack', 'pingresp'])
    await publisher.publish('kept/1', '', { qos: 1, retain: true })
    await publisher.disconnect()
    await second.disconnect()
  })

  it('leaves out what needs a user name, and says so once', async () => {
    autoSubscribe.update([topic('u/${username}'), topic('all')])
    for (let i = 0; i < 2; i++) {
      const client = await connect()
      expect(subscriptionsOf(client.clientId)).toMatchObject([{ topic: 'all' }])
      await client.disconnect()
    }
    expect(warned).toEqual(['u/${username}: username_undefined'])
  })

  it('does not let a client id widen the filter', async () => {
    autoSubscribe.update([topic('c/${clientid}')])
    const client = await connect({ clientId: '#' })
    expect(subscriptionsOf('#')).toEqual([])
    await client.disconnect()
  })

  it('can be to a shared topic, and be ended by the client', async () => {
    autoSubscribe.update([topic('$share/g/jobs')])
    const { client, end } = await connectMqttJs(embedded.endpoint(), { clientId: 'worker' })
    await eventually(
      () => embedded.broker.hasTopic('$share/g/jobs'),
      () => 'not subscribed',
    )
    await client.unsubscribeAsync('$share/g/jobs')
    expect(subscriptionsOf('worker')).toEqual([])
    await end()
  })

  it('holds for connections from now on when it changes', async () => {
    autoSubscribe.update([topic('old')])
    const before = await connect()
    autoSubscribe.update([topic('new')])
    const after = await connect()
    expect(subscriptionsOf(before.clientId)).toMatchObject([{ topic: 'old' }])
    expect(subscriptionsOf(after.clientId)).toMatchObject([{ topic: 'new' }])
    autoSubscribe.stop()
    const last = await connect()
    expect(subscriptionsOf(last.clientId)).toEqual([])
    for (const client of [before, after, last]) await client.disconnect()
  })
})

it('subscribes below the mountpoint of the listener', async () => {
  const mounted = await startEmbedded({ listener: { mountpoint: 'tenant/${clientid}/' } })
  createAutoSubscribe({ settings: [topic('news')], broker: mounted.broker, log: silentLog })
  const client = await connectRaw(mounted.endpoint(), { clientId: 'm' })
  await client.publish('news', 'hello', { qos: 1 })
  expect((await client.receive()).topic).toBe('news')
  expect(mounted.broker.subscriptionsOf('m')).toMatchObject([{ topic: 'tenant/m/news' }])
  await client.disconnect()
  await mounted.stop()
})
