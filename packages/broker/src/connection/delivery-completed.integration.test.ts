import { connectRaw, type EmbeddedBroker, startEmbedded, uniqueName } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { DeliveryTimes } from '../hooks.ts'

let embedded: EmbeddedBroker
const completed: { readonly clientId: string; readonly qos: number; readonly times: DeliveryTimes }[] = []
const delivered: (readonly [string, number])[] = []
beforeAll(async () => {
  embedded = await startEmbedded()
  embedded.hooks.on('delivery.completed', ({ clientId }, { qos }, times) => completed.push({ clientId, qos, times }))
  embedded.hooks.on('message.delivered', ({ clientId }, _message, qos) => delivered.push([clientId, qos]))
})
afterAll(() => embedded.stop())
afterEach(() => {
  completed.length = 0
  delivered.length = 0
})

async function subscribed(qos: 0 | 1 | 2) {
  const client = await connectRaw(embedded.endpoint())
  const topic = uniqueName()
  await client.subscribe(topic, { qos })
  return { client, topic }
}

it('QoS 0 is completed immediately', async () => {
  const { client, topic } = await subscribed(0)
  await client.publish(topic, 'x')
  await client.receive()
  const [{ times } = {}] = completed
  expect(times).toEqual({ queuedAt: times?.completedAt, beganAt: times?.completedAt, completedAt: expect.any(Number) })
  await client.disconnect()
})

it('QoS 1 is completed by PUBACK [MQTT-4.3.2-3]', async () => {
  const { client, topic } = await subscribed(1)
  await client.publish(topic, 'x', { qos: 2 })
  const packet = await client.next('publish')
  await client.ping()
  expect(completed).toEqual([])
  await client.acknowledge(packet)
  await client.ping()
  const [{ times } = {}] = completed
  expect(completed).toEqual([{ clientId: client.clientId, qos: 2, times }])
  expect(times?.queuedAt).toBeLessThanOrEqual(times?.beganAt ?? 0)
  expect(times?.beganAt).toBeLessThanOrEqual(times?.completedAt ?? 0)
  // The QoS of the subscription, not that of the message.
  expect(delivered).toEqual([[client.clientId, 1]])
  await client.disconnect()
})

it('QoS 2 is completed by PUBCOMP, but not if the client refuses the message [MQTT-4.3.3-5]', async () => {
  const { client, topic } = await subscribed(2)
  await client.publish(topic, 'x', { qos: 2 })
  const { messageId = 0 } = await client.next('publish')
  client.send({ cmd: 'pubrec', messageId, reasonCode: 0 })
  await client.next('pubrel')
  expect(completed).toEqual([])
  client.send({ cmd: 'pubcomp', messageId, reasonCode: 0 })
  await client.ping()
  expect(completed).toHaveLength(1)

  await client.publish(topic, 'y', { qos: 2 })
  const refused = await client.next('publish')
  client.send({ cmd: 'pubrec', messageId: refused.messageId ?? 0, reasonCode: 0x83 })
  await client.ping()
  expect(completed).toHaveLength(1)
  await client.disconnect()
})
