import { expect, test } from 'vitest'
import { changedPaths } from './changed-paths.ts'

test('equal values have no changed paths', () => {
  const value = { a: [1, { b: null }], c: Number.NaN }
  expect(changedPaths(value, structuredClone(value))).toEqual([])
})

test('changed, added and removed values are listed by path', () => {
  const before = { mqtt: { max_inflight: 32, gone: 1 }, log: { level: 'info' } }
  const after = { mqtt: { max_inflight: 64, came: null }, log: { level: 'info' } }
  expect(changedPaths(before, after)).toEqual([
    { path: 'mqtt.came', before: undefined, after: null },
    { path: 'mqtt.gone', before: 1, after: undefined },
    { path: 'mqtt.max_inflight', before: 32, after: 64 },
  ])
})

test('arrays are compared index by index, 2 before 10', () => {
  const before = { a: Array.from({ length: 11 }, (_, index) => index) }
  const after = { a: before.a.map((value) => (value === 2 || value === 10 ? -1 : value)).concat(7) }
  expect(changedPaths(before, after).map(({ path }) => path)).toEqual(['a.2', 'a.10', 'a.11'])
})

test('replacing an array or a text by an object is one change', () => {
  expect(changedPaths({ a: [1], b: 'x' }, { a: { 0: 1 }, b: { c: 1 } })).toEqual([
    { path: 'a', before: [1], after: { 0: 1 } },
    { path: 'b', before: 'x', after: { c: 1 } },
  ])
})

test('an undefined key is a missing key', () => {
  expect(changedPaths({ a: undefined }, {})).toEqual([])
})

test('the whole value has an empty path', () => {
  expect(changedPaths(1, 2)).toEqual([{ path: '', before: 1, after: 2 }])
})
