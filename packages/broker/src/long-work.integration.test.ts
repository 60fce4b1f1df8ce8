import { connectRaw, type RawClient } from '@mqdeck/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultRetainedSettings } from './settings.ts'
import { startTestBroker, type TestBroker } from './test-broker.ts'
import { maxSteps } from './turn.ts'

/** Work for many turns of the event loop; other clients must be served before it is done. */
const much = maxSteps * 50
const from = { clientId: 'api', username: undefined, peername: undefined, protocol: 'http' }

let mqtt: TestBroker
let other: RawClient
beforeEach(async () => {
  mqtt = await startTestBroker({ retained: { ...defaultRetainedSettings, delivery_rate: undefined } })
  other = await connectRaw(mqtt.endpoint())
})
afterEach(() => mqtt.broker.stop())

const connect = (clientId: string) => connectRaw(mqtt.endpoint(), { clientId })
const topics = () => [...mqtt.broker.topics()].length
const filters = (prefix = 'f') => Array.from({ length: much }, (_, index) => `${prefix}/${index}`)
const allRemoved = () => expect.poll(topics).toBe(0)

async function terminated(clientId: string): Promise<void> {
  await new Promise<void>((resolve) => {
    mqtt.hooks.on('session.terminated', (info) => {
      if (info.clientId === clientId) resolve()
    })
  })
}

test('a session with many subscriptions is invisible immediately and is removed without blocking other clients', async () => {
  const client = await connect('many')
  await client.subscribe(filters())
  expect(mqtt.broker.stats().subscriptions).toBe(much)
  const ended = terminated('many')
  await client.destroy()
  await ended
  expect(mqtt.broker.client('many')).toBeUndefined()
  expect(mqtt.broker.stats().subscriptions).toBe(0)
  expect(topics()).toBeGreaterThan(0)
  const published = await mqtt.broker.publish({
    topic: `f/${much - 1}`,
    payload: Buffer.from('x'),
    qos: 1,
    retain: false,
    from,
  })
  expect(published).toMatchObject({ delivered: 0 })

  const again = await connect('many')
  expect(again.connack().sessionPresent).toBe(false)
  await again.subscribe(`f/${much - 1}`)
  await other.ping()
  expect(topics()).toBeGreaterThan(1)
  await expect.poll(topics).toBe(1)
  await mqtt.broker.publish({ topic: `f/${much - 1}`, payload: Buffer.from('x'), qos: 0, retain: false, from })
  expect((await again.receive()).topic).toBe(`f/${much - 1}`)
})

test('a kick resolves when the session is removed completely, without blocking others', async () => {
  const client = await connect('many')
  await client.subscribe(filters())
  const order: string[] = []
  const kicked = mqtt.broker.kick('many', 'kicked').then(() => order.push(`kicked ${topics()}`))
  await other.ping()
  order.push('pong')
  await kicked
  expect(order).toEqual(['pong', 'kicked 0'])
})

test('SUBSCRIBE and UNSUBSCRIBE with many filters do not block other clients', async () => {
  const client = await connect('many')
  const order: string[] = []
  const subscribed = client.subscribe(filters()).then(() => order.push('suback'))
  await expect.poll(topics).toBeGreaterThan(0)
  await other.ping()
  order.push('pong')
  await subscribed
  const unsubscribed = client.unsubscribe(...filters()).then(() => order.push('unsuback'))
  await expect.poll(topics).toBeLessThan(much)
  await other.ping()
  order.push('pong')
  await unsubscribed
  expect(order).toEqual(['pong', 'suback', 'pong', 'unsuback'])
})

test('a client that disconnects during its SUBSCRIBE leaves no subscription behind', async () => {
  const client = await connect('many')
  void client.subscribe(filters()).catch(() => {})
  await expect.poll(topics).toBeGreaterThan(0)
  await client.destroy()
  await allRemoved()
  expect(mqtt.broker.stats().subscriptions).toBe(0)
})

test('a client that is kicked between two turns of its SUBSCRIBE leaves no subscription behind', async () => {
  const { turn } = mqtt.broker
  const afterNextTurn = (call: () => void) => {
    while (!turn.spend());
    turn.soon(call)
  }
  const kicked = new Promise<void>((resolve) => {
    let isFirst = true
    mqtt.hooks.on('session.subscribed', () => {
      if (!isFirst) return
      isFirst = false
      // The second call waits behind the SUBSCRIBE, and runs directly after it continues.
      afterNextTurn(() => afterNextTurn(() => void mqtt.broker.kick('many', 'kicked').then(() => resolve())))
    })
  })
  const client = await connect('many')
  void client.subscribe(filters()).catch(() => {})
  await kicked
  await allRemoved()
})

test('a message to many shared groups does not block other clients', async () => {
  const client = await connect('groups')
  await client.subscribe(Array.from({ length: much }, (_, index) => `$share/g${index}/t`))
  const order: string[] = []
  const published = mqtt.broker
    .publish({ topic: 't', payload: Buffer.from('x'), qos: 0, retain: false, from })
    .then((outcome) => order.push(`published ${'delivered' in outcome && outcome.delivered}`))
  await other.ping()
  order.push('pong')
  await published
  expect(order).toEqual(['pong', `published ${much}`])
})

test('delivering, deleting and expiring many retained messages does not block other clients', async () => {
  for (const topic of filters('r')) {
    const message = { id: topic, dup: false, properties: {}, timestamp: 0, expiresAt: Number.POSITIVE_INFINITY }
    mqtt.broker.retained.store({ ...message, topic, payload: Buffer.from('x'), qos: 0, retain: true, from })
  }
  const sent = () => mqtt.broker.metrics['messages.sent']
  const before = sent()
  const leaver = await connect('leaver')
  await leaver.subscribe('r/#')
  await other.ping()
  await leaver.destroy()
  await expect.poll(() => mqtt.broker.client('leaver')).toBeUndefined()
  expect(sent() - before).toBeLessThan(much)

  const reader = await connect('reader')
  const start = sent()
  await reader.subscribe('r/#')
  await expect.poll(() => sent() - start).toBe(much)

  const cleared = mqtt.broker.retained.clear()
  await other.ping()
  expect(mqtt.broker.retained.count).toBeGreaterThan(0)
  await cleared
  expect(mqtt.broker.retained.count).toBe(0)
})
