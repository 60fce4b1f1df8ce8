import { expect, test } from 'vitest'
import type { Message, Qos } from '../types.ts'
import { Mqueue, type MqueueSettings } from './mqueue.ts'
import { createQueuedMessages, type QueuedMessage } from './queued-message.ts'

const settings: MqueueSettings = {
  max_mqueue_len: 3,
  mqueue_priorities: 'disabled',
  mqueue_default_priority: 'lowest',
  mqueue_store_qos0: true,
}

test('messages leave in order of arrival', () => {
  const queue = queueOf(settings)
  for (const topic of ['a', 'b', 'c']) queue.push(entryOf(topic))
  expect([queue.length, takeAll(queue)]).toEqual([3, ['a', 'b', 'c']])
  expect([queue.length, queue.shift(), queue.peek()]).toEqual([0, undefined, undefined])
})

test('a full queue drops its oldest message and counts it', () => {
  const queue = queueOf(settings)
  for (const topic of ['a', 'b', 'c']) expect(queue.push(entryOf(topic))).toBeUndefined()
  expect(queue.push(entryOf('d'))?.message.topic).toBe('a')
  expect([queue.length, queue.dropped, takeAll(queue)]).toEqual([3, 1, ['b', 'c', 'd']])
})

test.each([0, Number.POSITIVE_INFINITY])('max_mqueue_len %d means unlimited', (max_mqueue_len) => {
  const queue = queueOf({ ...settings, max_mqueue_len })
  for (let n = 0; n < 5000; n += 1) queue.push(entryOf(`${n}`))
  expect(queue.length).toBe(5000)
  expect(takeAll(queue)).toEqual(Array.from({ length: 5000 }, (_, n) => `${n}`))
})

test('a QoS 0 message is dropped if mqueue_store_qos0 is off', () => {
  const queue = queueOf({ ...settings, mqueue_store_qos0: false })
  const entry = entryOf('a', 0)
  expect(queue.push(entry)).toBe(entry)
  expect(queue.push(entryOf('b', 1))).toBeUndefined()
  expect([queue.length, queue.qos0, queue.dropped]).toEqual([1, 0, 1])
})

test('the queue counts its QoS 0 messages', () => {
  const queue = queueOf(settings)
  const entry = entryOf('a', 0)
  queue.push(entry)
  queue.push(entryOf('b', 0))
  expect(queue.qos0).toBe(2)
  expect(queue.remove(entry)).toBe(true)
  expect(queue.remove(entry)).toBe(false)
  expect([queue.qos0, queue.length]).toEqual([1, 1])
  queue.shift()
  expect(queue.qos0).toBe(0)
})

test('messages of topics with a higher priority are sent first, those without a priority last or first as configured', () => {
  const prioritized = { ...settings, max_mqueue_len: 10, mqueue_priorities: { high: 10, low: 1 } }
  const topics = ['none', 'low', 'high']
  const lowest = queueOf(prioritized)
  for (const topic of topics) lowest.push(entryOf(topic))
  expect(lowest.entries().map(({ priority }) => priority)).toEqual([10, 1, 0])
  expect(takeAll(lowest)).toEqual(['high', 'low', 'none'])
  const highest = queueOf({ ...prioritized, mqueue_default_priority: 'highest' })
  for (const topic of topics) highest.push(entryOf(topic))
  expect(takeAll(highest)).toEqual(['none', 'high', 'low'])
})

test('the limit applies to each priority: many messages of low priority do not displace one of high priority', () => {
  const queue = queueOf({ ...settings, mqueue_priorities: { high: 10 } })
  queue.push(entryOf('high'))
  for (let n = 0; n < 10; n += 1) queue.push(entryOf(`low ${n}`))
  expect(takeAll(queue)).toEqual(['high', 'low 7', 'low 8', 'low 9'])
})

test('a steady stream of high priority does not starve low priority', () => {
  const queue = queueOf({ ...settings, max_mqueue_len: 0, mqueue_priorities: { high: 1 } })
  queue.push(entryOf('low'))
  for (let n = 0; n < 100; n += 1) queue.push(entryOf('high'))
  expect(takeAll(queue).indexOf('low')).toBe(20)
})

test('a topic named like a property of every object has no priority', () => {
  const queue = queueOf({ ...settings, mqueue_priorities: { high: 1 } })
  const entry = entryOf('constructor')
  queue.push(entry)
  expect(entry.priority).toBe(0)
})

const queuedMessages = createQueuedMessages()

function entryOf(topic: string, qos: Qos = 1): QueuedMessage {
  const from = { clientId: 'c', username: undefined, peername: undefined, protocol: 'mqtt' }
  const message: Message = {
    id: '0',
    topic,
    payload: new Uint8Array(),
    qos,
    retain: false,
    dup: false,
    properties: {},
    from,
    timestamp: 0,
    expiresAt: Number.POSITIVE_INFINITY,
  }
  return queuedMessages.create(message, qos, false, undefined, undefined, 0)
}

function takeAll(queue: Mqueue): string[] {
  const topics: string[] = []
  for (let entry = queue.shift(); entry; entry = queue.shift()) topics.push(entry.message.topic)
  return topics
}

const queueOf = (mqtt: MqueueSettings) => new Mqueue({ zone: { mqtt } })
