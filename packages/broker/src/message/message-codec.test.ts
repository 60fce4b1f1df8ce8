import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message, MessageProperties, Qos } from '../types.ts'
import { decodeMessage, encodeMessage, ownMessage } from './message-codec.ts'

const bytes = fc.uint8Array({ maxLength: 100 }).map((value) => Buffer.from(value))
const text = fc.string({ unit: 'grapheme', maxLength: 30 })
const properties: fc.Arbitrary<MessageProperties> = fc.record(
  {
    payloadFormatIndicator: fc.constantFrom<0 | 1>(0, 1),
    messageExpiryInterval: fc.integer({ min: 0, max: 0xffff_ffff }),
    contentType: text,
    responseTopic: text,
    correlationData: bytes,
    userProperties: fc.array(fc.tuple(text, text), { maxLength: 3 }),
  },
  { requiredKeys: [] },
)
const publisher = {
  clientId: text,
  username: fc.option(text, { nil: undefined }),
  peername: fc.option(text, { nil: undefined }),
  protocol: fc.constantFrom('mqtt', 'http', 'rule'),
}
const message: fc.Arbitrary<Message> = fc.record({
  id: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((id) => Buffer.from(id).toString('hex').toUpperCase()),
  topic: text,
  payload: bytes,
  qos: fc.constantFrom<Qos>(0, 1, 2),
  retain: fc.boolean(),
  dup: fc.boolean(),
  properties,
  from: fc.oneof(
    fc.record(publisher),
    fc.record({ ...publisher, rules: fc.array(fc.stringMatching(/^[\w-]{1,20}$/), { minLength: 1, maxLength: 3 }) }),
  ),
  timestamp: fc.integer({ min: 0, max: 2 ** 45 }),
  expiresAt: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({ min: 0, max: 2 ** 45 })),
})

describe('encodeMessage and decodeMessage', () => {
  test('keep every field of a message', () => {
    fc.assert(
      fc.property(message, (one) => {
        expect(decodeMessage(encodeMessage(one))).toEqual(one)
      }),
      { numRuns: 500 },
    )
  })

  test('refuse bytes that are not a message', () => {
    fc.assert(
      fc.property(message, fc.nat(), (one, cut) => {
        const encoded = encodeMessage(one)
        const shorter = encoded.subarray(0, cut % (encoded.length - one.payload.length || 1))
        expect(() => decodeMessage(shorter)).toThrow(RangeError)
      }),
    )
    expect(() => decodeMessage(Buffer.alloc(100))).toThrow(RangeError)
  })
})

describe('ownMessage', () => {
  test('copies only small views of a large chunk', () => {
    fc.assert(
      fc.property(message, (one) => {
        const chunk = Buffer.alloc(64 * 1024)
        const view = { ...one, payload: chunk.subarray(10, 20), properties: { correlationData: chunk.subarray(5, 6) } }
        const own = ownMessage(view)
        expect(own).toEqual(view)
        expect(own.payload.buffer.byteLength).toBe(10)
        expect(own.properties.correlationData?.buffer.byteLength).toBe(1)
        expect(ownMessage(own)).toBe(own)
      }),
      { numRuns: 10 },
    )
  })
})
