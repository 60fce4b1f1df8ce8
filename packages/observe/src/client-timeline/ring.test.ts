import { expect, test } from 'vitest'
import { createRings } from './ring.ts'

const quotas = { seldom: 2, often: 3 } as const

test('only the newest entries of a kind are kept, the dropped ones are counted, and other kinds keep theirs', () => {
  const rings = createRings<keyof typeof quotas, number>({ quotas, maxTotal: 100 })
  rings.add('a', 'seldom', () => 0)
  for (const number of [1, 2, 3, 4, 5]) rings.add('a', 'often', () => number)
  rings.add('b', 'often', () => 6)
  expect(rings.read('a')).toEqual({ entries: [0, 3, 4, 5], forgotten: 2 })
  expect(rings.read('b')).toEqual({ entries: [6], forgotten: 0 })
  expect(rings.read('c')).toEqual({ entries: [], forgotten: 0 })
  expect(rings.size).toBe(5)
})

test('at the total limit, the least recently updated keys are dropped', () => {
  const rings = createRings<'any', number>({ quotas: { any: 10 }, maxTotal: 4 })
  for (const key of ['a', 'b', 'a', 'c', 'a']) rings.add(key, 'any', () => 1)
  expect(rings.read('b').entries).toEqual([])
  expect(rings.read('a').entries).toHaveLength(3)
  expect(rings.size).toBe(4)
  for (let index = 0; index < 10_000; index += 1) rings.add(`random-${index}`, 'any', () => 1)
  expect(rings.size).toBe(4)
})

test('an entry can be merged with one of the newest ones of its kind', () => {
  const rings = createRings<keyof typeof quotas, { sum: number }>({ quotas, maxTotal: 100 })
  const add = (kind: keyof typeof quotas, number: number) =>
    rings.add(
      'a',
      kind,
      () => ({ sum: number }),
      (newest) => {
        const entry = newest.find(({ sum }) => sum < 10)
        if (entry) entry.sum += number
        return entry !== undefined
      },
    )
  for (const number of [4, 5, 6, 7]) add('often', number)
  add('seldom', 1)
  expect(rings.read('a').entries).toEqual([{ sum: 15 }, { sum: 7 }, { sum: 1 }])
  expect(rings.size).toBe(3)
})
