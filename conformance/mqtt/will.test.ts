import { type RawClient, uniqueName } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { expectNothing } from './expect-nothing.ts'
import { useTarget } from './target.ts'

const mqtt = useTarget()

async function watch(topic: string, version: 4 | 5 = 5): Promise<RawClient> {
  const watcher = await mqtt.connect({ version })
  await watcher.subscribe(topic, { qos: 2, ...(version === 5 && { rap: true }) })
  return watcher
}

test('[MQTT-3.1.2-7] [MQTT-3.1.2-8] the will is published when the connection breaks', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({ will: { topic, payload: 'gone', qos: 1 } })
  await client.destroy()
  expect(await watcher.receive()).toMatchObject({ topic, qos: 1, retain: false })
})

test('[MQTT-3.1.2-8] the will is published when the client breaks the protocol', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({ will: { topic, payload: 'gone' } })
  client.sendBytes('f100')
  expect((await watcher.receive()).payload.toString()).toBe('gone')
})

test('[MQTT-3.1.2-10] [MQTT-3.14.4-3] DISCONNECT with reason 0 discards the will', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({ will: { topic, payload: 'gone' } })
  await client.disconnect()
  // Its own next connection cannot begin before the last one is done with.
  await mqtt.connect({ clientId: client.clientId })
  await expectNothing(watcher)
})

test('DISCONNECT with reason 4 publishes the will (MQTT 5, 3.14.2.1)', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({ will: { topic, payload: 'gone' } })
  await client.disconnect(undefined, 4)
  expect((await watcher.receive()).payload.toString()).toBe('gone')
})

test('[MQTT-3.1.2-10] a will is published once', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({ will: { topic, payload: 'gone' }, properties: { sessionExpiryInterval: 60 } })
  await client.destroy()
  await watcher.receive()
  const again = await mqtt.connect({ clientId: client.clientId, clean: false })
  await again.destroy()
  const last = await mqtt.connect({ clientId: client.clientId })
  await last.ping()
  await expectNothing(watcher)
})

test.each([0, 1, 2] as const)('[MQTT-3.1.2-9] the will is published with its QoS %i', async (qos) => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({ will: { topic, payload: 'gone', qos } })
  await client.destroy()
  expect((await watcher.receive()).qos).toBe(qos)
})

test('[MQTT-3.1.2-14] a will without retain is not retained', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({ will: { topic, payload: 'gone', retain: false } })
  await client.destroy()
  expect((await watcher.receive()).retain).toBe(false)
  const late = await watch(topic)
  await expectNothing(late)
})

test('[MQTT-3.1.2-15] a will with retain is retained', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({ will: { topic, payload: 'gone', retain: true } })
  await client.destroy()
  expect((await watcher.receive()).retain).toBe(true)
  const late = await watch(topic)
  expect(await late.receive()).toMatchObject({ retain: true })
})

test('a will may have an empty payload', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({ will: { topic, payload: '' } })
  await client.destroy()
  expect((await watcher.receive()).payload).toHaveLength(0)
})

test('[MQTT-3.3.2-15] [MQTT-3.3.2-17] [MQTT-3.3.2-20] the properties of the will are forwarded', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const properties = {
    payloadFormatIndicator: true,
    messageExpiryInterval: 100,
    contentType: 'text/plain',
    responseTopic: 'answers',
    correlationData: Buffer.from([1, 2, 3]),
    userProperties: { room: '12' },
  }
  const client = await mqtt.connect({ will: { topic, payload: 'gone', properties } })
  await client.destroy()
  const { properties: received } = await watcher.receive()
  expect({ ...received, userProperties: { ...received?.userProperties } }).toMatchObject({
    ...properties,
    messageExpiryInterval: expect.any(Number),
  })
  expect(received).not.toHaveProperty('willDelayInterval')
})

test('a will with delay is published when the delay has passed (MQTT 5, 3.1.3.2.2)', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({
    will: { topic, payload: 'gone', properties: { willDelayInterval: 1 } },
    properties: { sessionExpiryInterval: 60 },
  })
  const start = performance.now()
  await client.destroy()
  await watcher.receive()
  expect(performance.now() - start).toBeGreaterThan(900)
})

test('[MQTT-3.1.3-9] no will is sent if the client reconnects before the delay has passed', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(`${topic}/+`)
  const [returning, gone] = await Promise.all(
    ['returns', 'gone'].map((name) =>
      mqtt.connect({
        will: { topic: `${topic}/${name}`, payload: name, properties: { willDelayInterval: 1 } },
        properties: { sessionExpiryInterval: 60 },
      }),
    ),
  )
  await returning?.destroy()
  await mqtt.connect({ clientId: returning?.clientId ?? '', clean: false, properties: { sessionExpiryInterval: 60 } })
  await gone?.destroy()
  // The second will is due after the first would have been.
  expect((await watcher.receive()).payload.toString()).toBe('gone')
  await expectNothing(watcher)
})

test('[MQTT-3.1.2-8] a will is published immediately if the session ends with the connection, regardless of its delay', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({
    will: { topic, payload: 'gone', properties: { willDelayInterval: 600 } },
    properties: { sessionExpiryInterval: 0 },
  })
  await client.destroy()
  expect((await watcher.receive()).payload.toString()).toBe('gone')
})

test('[MQTT-3.1.2-8] a will whose delay is longer than the session is published when the session expires', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({
    will: { topic, payload: 'gone', properties: { willDelayInterval: 600 } },
    properties: { sessionExpiryInterval: 1 },
  })
  await client.destroy()
  expect((await watcher.receive()).payload.toString()).toBe('gone')
})

test('a clean start that ends the session publishes the delayed will (MQTT 5, 3.1.4, 4.1)', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({
    will: { topic, payload: 'gone', properties: { willDelayInterval: 600 } },
    properties: { sessionExpiryInterval: 600 },
  })
  await client.destroy()
  await mqtt.connect({ clientId: client.clientId, clean: true })
  expect((await watcher.receive()).payload.toString()).toBe('gone')
})

test('a takeover publishes the will of the connection that is taken over', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(topic)
  const client = await mqtt.connect({ will: { topic, payload: 'gone' } })
  await mqtt.connect({ clientId: client.clientId })
  expect((await watcher.receive()).payload.toString()).toBe('gone')
})

test('[3.1.1 MQTT-3.1.2-8] MQTT 3.1.1: the will is published when the connection breaks, not after DISCONNECT', async () => {
  const topic = uniqueName('will')
  const watcher = await watch(`${topic}/+`, 4)
  const polite = await mqtt.connect({ version: 4, will: { topic: `${topic}/polite`, payload: 'polite' } })
  await polite.disconnect()
  const broken = await mqtt.connect({ version: 4, will: { topic: `${topic}/broken`, payload: 'broken' } })
  await broken.destroy()
  expect((await watcher.receive()).payload.toString()).toBe('broken')
  await expectNothing(watcher)
})
