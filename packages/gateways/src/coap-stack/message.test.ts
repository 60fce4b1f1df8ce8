import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CoapMessage,
  type CoapType,
  coapOption,
  decodeCoap,
  encodeCoap,
  textsOf,
  uintOf,
  uintOption,
} from './message.ts'

const bytes = (hex: string) => Buffer.from(hex, 'hex')

describe('decodeCoap', () => {
  it('a recorded request yields its path, query and payload', () => {
    const decoded = decodeCoap(
      bytes(
        '440248b6e830b3f5b2707302617501744c636c69656e7469643d6361310b757365726e616d653d75310d0070617373776f72643d676f6f64ff78',
      ),
    )
    if (!decoded || 'malformed' in decoded) throw new Error('malformed')
    expect(decoded).toMatchObject({ type: 'con', code: 2, id: 18614 })
    expect(textsOf(decoded, coapOption.uriPath)).toEqual(['ps', 'au', 't'])
    expect(textsOf(decoded, coapOption.uriQuery)).toEqual(['clientid=ca1', 'username=u1', 'password=good'])
    expect(Buffer.from(decoded.payload).toString()).toBe('x')
  })

  it.each([
    ['a token of 9 bytes', '49010002616161616161616161'],
    ['a payload marker without payload', '4003000ab27073ff'],
    ['an option delta of 15', '4003000bf27073'],
    ['an option that is cut off', '4003000bb47073'],
    ['an extended length that is cut off', '4003000bbe70'],
    ['an empty message with content', '4000000901'],
  ])('%s is malformed', (_, hex) => {
    expect(decodeCoap(bytes(hex))).toHaveProperty('malformed')
  })

  it.each([
    ['one byte', '40'],
    ['version 2', '80010001'],
  ])('%s is not a message', (_, hex) => {
    expect(decodeCoap(bytes(hex))).toBeUndefined()
  })

  it('arbitrary bytes never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (some) => {
        decodeCoap(some)
        decodeCoap(Uint8Array.from([0x42, 1, 0, 1, 1, 2, ...some]))
      }),
      { numRuns: 2000 },
    )
  })

  it('an encoded message is decoded to itself', () => {
    const data = (maxLength: number) => fc.uint8Array({ maxLength })
    const message: fc.Arbitrary<CoapMessage> = fc.record({
      type: fc.constantFrom<CoapType>('con', 'non', 'ack', 'rst'),
      code: fc.integer({ min: 1, max: 255 }),
      id: fc.integer({ min: 0, max: 65_535 }),
      token: data(8),
      options: fc
        .array(fc.record({ number: fc.integer({ min: 0, max: 65_535 }), value: data(400) }), { maxLength: 8 })
        .map((list) => list.sort((a, b) => a.number - b.number)),
      payload: data(50),
    })
    const plain = (value: unknown) => JSON.stringify(value, (_, one) => (ArrayBuffer.isView(one) ? String(one) : one))
    fc.assert(
      fc.property(message, (one) => {
        const decoded = decodeCoap(Uint8Array.from(encodeCoap(one)))
        if (!decoded || 'malformed' in decoded) throw new Error('malformed')
        for (const key of ['type', 'code', 'id'] as const) expect(decoded[key]).toBe(one[key])
        expect(Buffer.compare(decoded.token, one.token)).toBe(0)
        expect(Buffer.compare(decoded.payload, one.payload)).toBe(0)
        expect(plain(decoded.options.map((option) => [option.number, Array.from(option.value)]))).toBe(
          plain(one.options.map((option) => [option.number, Array.from(option.value)])),
        )
      }),
      { numRuns: 300 },
    )
  })
})

it.each([0, 1, 255, 256, 65_536, 0xffffff])('the number %i in an option is read back', (value) => {
  const option = uintOption(6, value)
  const message: CoapMessage = {
    type: 'con',
    code: 1,
    id: 1,
    token: new Uint8Array(0),
    options: [option],
    payload: new Uint8Array(0),
  }
  expect(uintOf(message, 6)).toBe(value)
})
