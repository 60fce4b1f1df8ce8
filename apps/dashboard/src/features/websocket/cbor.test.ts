import { expect, test } from 'vitest'
import { cborToText, jsonToCbor } from './cbor.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const shown = (digits: string) => {
  const text = cborToText(Buffer.from(digits, 'hex'))
  return text === undefined ? undefined : (JSON.parse(text) as unknown)
}

test('JSON is converted to CBOR with exact large integers', () => {
  expect(hex(jsonToCbor('{"t":21.5}'))).toBe('a16174f94d60')
  expect(hex(jsonToCbor(' [1, "a", null, true] '))).toBe('84016161f6f5')
  expect(hex(jsonToCbor('12345678901234567890'))).toBe('1bab54a98ceb1f0ad2')
  expect(() => jsonToCbor('{t: 1}')).toThrow()
})

test('CBOR values without a JSON type are readable', () => {
  expect(shown('a16174f94d60')).toEqual({ t: 21.5 })
  expect(shown('a1014101')).toEqual({ '1': 'base64:AQ==' })
  expect(shown('1bab54a98ceb1f0ad2')).toBe('12345678901234567890')
  expect(shown('c11a514b67b0')).toEqual({ tag: 1, value: 1_363_896_240 })
  expect(shown('9f01ff')).toEqual([1])
  expect(shown('f97e00')).toBe('NaN')
})

test('invalid CBOR and trailing bytes give undefined', () => {
  expect(cborToText(Buffer.from('a1', 'hex'))).toBeUndefined()
  expect(cborToText(Buffer.from('0101', 'hex'))).toBeUndefined()
  expect(cborToText(new Uint8Array())).toBeUndefined()
})
