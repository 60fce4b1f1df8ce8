import { expect, test } from 'vitest'
import { createExplorerCalls } from './explorer-calls.ts'
import { createTrafficBatch, readTraffic } from './traffic-batch.ts'

function batchOf(...messages: readonly (readonly [topic: string, payload: string, part?: object])[]): ArrayBuffer {
  const batch = createTrafficBatch()
  for (const [topic, payload, part = {}] of messages)
    batch.add({
      topic,
      payload: new TextEncoder().encode(payload),
      at: 5000,
      qos: 0,
      isRetained: false,
      isFromRetainer: false,
      ...part,
    })
  return batch.take()
}

const viewport = { from: 0, to: 100, order: { by: 'name', isDescending: false }, find: '', active: undefined } as const

test('messages are read from a batch as they were added', () => {
  const read = [...readTraffic(batchOf(['hall/温度', '21', { qos: 2, isRetained: true }], ['a', '']))]
  expect(read.map(({ topic }) => new TextDecoder().decode(topic))).toEqual(['hall/温度', 'a'])
  expect(read[0]).toMatchObject({ at: 5000, qos: 2, isRetained: true, isFromRetainer: false })
  expect(read[1]?.payload.length).toBe(0)
})

test('a full batch rejects messages, but always accepts the first one', () => {
  const batch = createTrafficBatch(100)
  const message = { topic: 'a', payload: new Uint8Array(500), at: 1, qos: 0, isRetained: false, isFromRetainer: false }
  expect(batch.add(message)).toBe(true)
  expect(batch.add(message)).toBe(false)
  expect([...readTraffic(batch.take())]).toHaveLength(1)
  expect(batch.add(message)).toBe(true)
})

test('lists and traffic are merged into one tree', () => {
  const calls = createExplorerCalls({ now: () => 5000 })
  const page = (topics: readonly string[], hasnext: boolean) =>
    JSON.stringify({ data: topics.map((topic) => ({ topic, node: 'n' })), meta: { count: 3, hasnext } })
  calls.beginList('subscribed')
  expect(calls.addPage('subscribed', page(['hall/#', 'hall/1'], true))).toEqual({ count: 2, total: 3, hasNext: true })
  expect(calls.addPage('subscribed', page(['desk'], false))).toMatchObject({ hasNext: false })
  calls.endList('subscribed')
  calls.traffic(batchOf(['hall/1', '{"t":1}'], ['hall/2', 'x', { isRetained: true }]))
  const { rows, totals } = calls.view(viewport)
  expect(rows.map(({ name, topics, messages, retained }) => [name, topics, messages, retained])).toEqual([
    ['desk', 1, 0, 0],
    ['hall', 3, 2, 1],
  ])
  expect(totals).toMatchObject({ topics: 4, messages: 2, retained: 1 })
  // An empty payload deletes the retained message.
  calls.traffic(batchOf(['hall/2', '', { isRetained: true }]))
  expect(calls.view(viewport).totals.retained).toBe(0)
})

test('messages from the retainer count as retained and not as traffic', () => {
  const calls = createExplorerCalls({ now: () => 5000 })
  calls.traffic(batchOf(['hall/1', 'x', { isRetained: true, isFromRetainer: true }]))
  expect(calls.level('hall/1')).toMatchObject({ isRetained: true, messages: 0, own: 0 })
})

test('a topic has payloads with their changes and numbers', () => {
  const calls = createExplorerCalls({ now: () => 5000 })
  calls.traffic(batchOf(['a', '{"t":20,"state":"on"}', { at: 1000 }], ['a', '{"t":21,"state":"on"}', { at: 2000 }]))
  calls.traffic(batchOf(['a', '{"t":21,"state":"on"}', { at: 3000 }], ['a', 'no json', { at: 4000 }]))
  const level = calls.level('a')
  expect(level?.lines.map(({ preview, changes, isUnchanged }) => [preview, changes, isUnchanged])).toEqual([
    ['no json', undefined, false],
    ['{"t":21,"state":"on"}', [], true],
    ['{"t":21,"state":"on"}', [{ path: 't', before: '20', after: '21' }], false],
    ['{"t":20,"state":"on"}', undefined, false],
  ])
  expect(level?.fields).toEqual([
    {
      path: 't',
      points: [
        { time: 1000, value: 20 },
        { time: 2000, value: 21 },
        { time: 3000, value: 21 },
      ],
    },
  ])
  const full = calls.payload('a', level?.lines[2]?.seq)
  expect(new TextDecoder().decode(full?.previous?.payload)).toBe('{"t":20,"state":"on"}')
})
