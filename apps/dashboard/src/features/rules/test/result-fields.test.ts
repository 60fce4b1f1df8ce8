import { expect, test } from 'vitest'
import { bytesOfField, likelyEncoding, textFields } from './result-fields.ts'

test('texts of a result have their path, also in lists and maps', () => {
  expect([...textFields('[{"a": "x", "n": 1, "m": {"b": "y"}}]')]).toEqual([
    ['0.a', 'x'],
    ['0.m.b', 'y'],
  ])
  expect(textFields('no json').size).toBe(0)
})

test.each([
  ['hall', 'text'],
  ['{"a":1}', 'text'],
  ['CMgBEgRoYWxs', 'base64'],
  ['08c801120468616c6c', 'hex'],
  ['', 'text'],
])('the encoding of %j is likely %s', (text, encoding) => {
  expect(likelyEncoding(text)).toBe(encoding)
})

test('a text without the encoding has no bytes', () => {
  expect(bytesOfField('08c', 'hex')).toBeUndefined()
  expect(bytesOfField('not base64!', 'base64')).toBeUndefined()
  expect(bytesOfField('08ff', 'hex')).toEqual(Uint8Array.of(8, 255))
})
