import { expect, test } from 'vitest'
import { sameJson, valueAt, withValueAt } from './json-path.ts'

const value = { mqtt: { max_inflight: 32 }, list: [{ a: 1 }, { a: 2 }], other: { b: 1 } }

test('a value is found by its path; unknown paths are undefined', () => {
  expect(valueAt(value, ['list', 1, 'a'])).toBe(2)
  expect(valueAt(value, ['list', 2, 'a'])).toBeUndefined()
  expect(valueAt(value, ['mqtt', 'max_inflight', 'x'])).toBeUndefined()
  expect(valueAt(value, ['toString'])).toBeUndefined()
})

test('a change keeps all objects outside of its path', () => {
  const changed = withValueAt(value, ['mqtt', 'max_inflight'], 64) as typeof value
  expect(changed.mqtt.max_inflight).toBe(64)
  expect(changed.list).toBe(value.list)
  expect(value.mqtt.max_inflight).toBe(32)
})

test('undefined removes keys and elements, and missing objects are created', () => {
  expect(withValueAt(value, ['mqtt', 'max_inflight'], undefined)).toEqual({ ...value, mqtt: {} })
  expect(withValueAt(value.list, [0], undefined)).toEqual([{ a: 2 }])
  expect(withValueAt({}, ['ssl', 'enable'], true)).toEqual({ ssl: { enable: true } })
})

test('JSON values with keys in a different order are equal', () => {
  expect(sameJson({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true)
  expect(sameJson({ a: 1 }, { a: 1, b: undefined })).toBe(true)
  expect(sameJson([1, 2], [2, 1])).toBe(false)
  expect(sameJson({ 0: 1 }, [1])).toBe(false)
})
