import { expect, test } from 'vitest'
import { createMessageIds } from './message-id.ts'

test('an id is 32 upper-case hexadecimal digits: microseconds, node, sequence', () => {
  const id = createMessageIds('a@127.0.0.1')(1_700_000_000_000)
  expect(id).toMatch(/^[0-9A-F]{32}$/)
  expect(Number.parseInt(id.slice(0, 16), 16)).toBe(1_700_000_000_000_000)
  expect(id.slice(16, 28)).not.toBe(createMessageIds('b@127.0.0.1')(0).slice(16, 28))
})

test('ids increase within a millisecond, beyond 65536 ids, and when the clock is set back', () => {
  const next = createMessageIds('a')
  const times = [...new Array<number>(70_000).fill(5), 6, 4, 7]
  const ids = times.map(next)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})
