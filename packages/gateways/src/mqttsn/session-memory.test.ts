import { expect, test } from 'vitest'
import { SessionMemory, StoredMemories } from './session-memory.ts'
import { TopicIds } from './topic-ids.ts'

const withTopic = (bytes: number) => {
  const memory = new SessionMemory()
  memory.topicIds.register('t'.repeat(bytes))
  return memory
}

test('memories are forgotten when they expire', () => {
  const stored = new StoredMemories()
  const [first, second] = [new SessionMemory(), new SessionMemory()]
  stored.keep('a', first, 0, 100)
  stored.keep('b', second, 50, 100)
  stored.keep('c', new SessionMemory(), 100, 100)
  expect(stored.take('a')).toBeUndefined()
  expect(stored.take('b')).toBe(second)
  expect(stored.take('b')).toBeUndefined()
})

test('the oldest memories are forgotten beyond the limit of bytes', () => {
  const stored = new StoredMemories(10_000)
  for (const id of ['a', 'b', 'c']) stored.keep(id, withTopic(2000), 0, 100)
  expect(stored.take('a')).toBeUndefined()
  const kept = stored.take('c')
  expect(kept?.topicIds.nameOf(1025)).toBe('t'.repeat(2000))
  stored.keep('large', withTopic(20_000), 0, 100)
  expect(stored.take('large')).toBeUndefined()
})

test('identifiers of topics stay below 0xFFFF and are used again', () => {
  const ids = new TopicIds({ count: 2, bytes: 1000 })
  const given = new Set<number | undefined>()
  for (let index = 0; index < 70_000; index += 1) given.add(ids.assign(`${index}`))
  expect(Math.min(...[...given].map(Number))).toBe(1025)
  expect(Math.max(...[...given].map(Number))).toBe(0xfffe)
  expect(given.has(undefined)).toBe(false)
})

test('identifiers of the gateway are removed to make room, those of the client are not', () => {
  const ids = new TopicIds({ count: 3, bytes: 20 })
  expect(ids.register('mine')).toBe(1025)
  expect(ids.assign('one')).toBe(1026)
  expect(ids.assign('two')).toBe(1027)
  ids.find('one')
  expect(ids.assign('three')).toBe(1028)
  expect(ids.nameOf(1027)).toBeUndefined()
  expect(ids.nameOf(1026)).toBe('one')
  expect(ids.register('four')).toBe(1029)
  expect(ids.register('five')).toBe(1030)
  expect(ids.register('six')).toBeUndefined()
  expect(ids.assign('a name that is too long')).toBeUndefined()
  expect(ids.nameOf(1025)).toBe('mine')
})
