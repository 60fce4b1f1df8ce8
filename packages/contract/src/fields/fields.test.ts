import { expect, test } from 'vitest'
import type * as z from 'zod'
import { bytesize, epochSeconds, epochSecondsOrInfinity, isIpAddress, nonNegInteger, qos, timestamp } from './index.ts'

const read = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value)
  return result.success ? result.data : undefined
}

test.each([
  ['0', 0],
  [7, 7],
  ['+7', 7],
  ['-1', undefined],
  ['1.5', undefined],
  [1.5, undefined],
  ['', undefined],
  [' 1', undefined],
  ['1e3', undefined],
  ['9007199254740993', undefined],
  [true, undefined],
])('%j read as a count is %j', (value, expected) => {
  expect(read(nonNegInteger(), value)).toBe(expected)
})

test.each([
  [0, 0],
  ['2', 2],
  [3, undefined],
  [-1, undefined],
])('%j read as a quality of service is %j', (value, expected) => {
  expect(read(qos(), value)).toBe(expected)
})

test.each([
  [1795247844514, 1795247844514],
  ['1795247844514', 1795247844514],
  ['2026-11-21T07:57:24.514+00:00', 1795247844514],
  ['2026-11-21T15:57:24.514+08:00', 1795247844514],
  ['2026-11-21 07:57:24.514z', 1795247844514],
  ['2026-11-21', undefined],
  ['2026-11-21T07:57:24', undefined],
  ['2026-13-21T07:57:24Z', undefined],
  ['tomorrow', undefined],
  [-1, undefined],
])('%j read as a moment is %j milliseconds', (value, expected) => {
  expect(read(timestamp(), value)).toBe(expected)
})

test('times of bans are seconds or infinity', () => {
  expect(read(epochSeconds(), '2036-01-01T00:00:00+00:00')).toBe(2082758400)
  expect(read(epochSeconds(), 'infinity')).toBeUndefined()
  expect(read(epochSecondsOrInfinity(), 'infinity')).toBe('infinity')
  expect(read(epochSecondsOrInfinity(), 2082758400)).toBe(2082758400)
  expect(read(epochSecondsOrInfinity(), 9_007_199_254_740_991)).toBeUndefined()
})

test.each([
  ['1MB', 1_048_576],
  ['1.5kb', 1536],
  ['10', 10],
  [10, 10],
  ['-1', undefined],
  ['1TB', undefined],
])('%j read as a size is %j bytes', (value, expected) => {
  expect(read(bytesize(), value)).toBe(expected)
})

test.each([
  ['127.0.0.1', true],
  ['255.255.255.255', true],
  ['256.0.0.1', false],
  ['1.2.3', false],
  ['::1', true],
  ['fe80::1:2', true],
  ['::ffff:127.0.0.1', true],
  ['::1]@evil', false],
  ['1:2:3', false],
  ['localhost', false],
  ['', false],
])('%j is an address: %j', (value, expected) => {
  expect(isIpAddress(value)).toBe(expected)
})
