import { expect, test } from 'vitest'
import { jsonToCbor } from './cbor.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('JSON is converted to CBOR with exact large integers', () => {
  expect(hex(jsonToCbor('{"t":21.5}'))).toBe('a16174f94d60')
  expect(hex(jsonToCbor(' [1, "a", null, true] '))).toBe('84016161f6f5')
  expect(hex(jsonToCbor('12345678901234567890'))).toBe('1bab54a98ceb1f0ad2')
  expect(() => jsonToCbor('{t: 1}')).toThrow()
})
