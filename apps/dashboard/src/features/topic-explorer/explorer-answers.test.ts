import { expect, test } from 'vitest'
import { createExplorerAnswers } from './explorer-answers.ts'
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
      isOld: false,
      ...part,
    })
  return batch.take()
}

const sight = { from: 0, to: 100, order: { by: 'name', isDescending: false }, find: '', active: undefined } as const

test('messages come through a batch as they went in', () => {
  const read = [...readTraffic(batchOf(['hall/温度', '21', { qos: 2, isRetained: true }], ['a', '']))]
  expect(read.map(({ topic }) => new TextDecoder().decode(topic))).toEqual(['hall/温度', 'a'])
  expect(read[0]).toMatchObject({ at: 5000, qos: 2, isRetained: true, isOld: false })
  expect(read[1]?.payload.length).toBe(0)
})

test('a full batch takes nothing more, and one message fits always', () => {
  const batch = createTrafficBatch(100)
  const message = { topic: 'a', payload: new Uint8Array(500), at: 1, qos: 0, isRetained: false, isOld: false }
  expect(batch.add(message)).toBe(true)
  expect(batch.add(message)).toBe(false)
  expect([...readTraffic(batch.take())]).toHaveLength(1)
  expect(batch.add(message)).toBe(true)
})

test('lists and traffic make one tree', () => {
  const answers = createExplorerAnswers({ now: () => 5000 })
  const page = (topics: readonly string[], hasnext: boolean) =>
    JSON.stringify({ data: topics.map((topic) => ({ topic, node: 'n' })), meta: { count: 3, hasnext } })
  answers.beginList('subscribed')
  expect(answers.addPage('subscribed', page(['hall/#', 'hall/1'], true))).toEqual({ count: 2, total: 3, hasNext: true })
  expect(answers.addPage('subscribed', page(['desk'], false))).toMatchObject({ hasNext: false })
  answers.endList('subscribed')
  answers.traffic(batchOf(['hall/1', '{"t":1}'], ['hall/2', 'x', { isRetained: true }]))
  const { rows, totals } = answers.see(sight)
  expect(rows.map(({ name, topics, messages, retained }) => [name, topics, messages, retained])).toEqual([
    ['desk', 1, 0, 0],
    ['hall', 3, 2, 1],
  ])
  expect(totals).toMatchObject({ topics: 4, messages: 2, retained: 1 })
  // An empty payload ends what was retained.
  answers.traffic(batchOf(['hall/2', '', { isRetained: true }]))
  expect(answers.see(sight).totals.retained).toBe(0)
})

test('what was kept before counts as retained, not as traffic', () => {
  const answers = createExplorerAnswers({ now: () => 5000 })
  answers.traffic(batchOf(['hall/1', 'x', { isRetained: true, isOld: true }]))
  expect(answers.level('hall/1')).toMatchObject({ isRetained: true, messages: 0, own: 0 })
})

test('a topic tells its payloads, what changed in each, and the numbers in them', () => {
  const answers = createExplorerAnswers({ now: () => 5000 })
  answers.traffic(batchOf(['a', '{"t":20,"state":"on"}', { at: 1000 }], ['a', '{"t":21,"state":"on"}', { at: 2000 }]))
  answers.traffic(batchOf(['a', '{"t":21,"state":"on"}', { at: 3000 }], ['a', 'no json', { at: 4000 }]))
  const level = answers.level('a')
  expect(level?.lines.map(({ preview, changes, isSame }) => [preview, changes, isSame])).toEqual([
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
  const full = answers.payload('a', level?.lines[2]?.seq)
  expect(new TextDecoder().decode(full?.before?.payload)).toBe('{"t":20,"state":"on"}')
})
