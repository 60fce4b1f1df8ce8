import { transcript } from '@mqdeck/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePacket } from './decode.ts'
import { encodePacket, topicIdOf } from './encode.ts'
import type { FilterRef, SnPacket, TopicRef } from './packets.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const uint16 = fc.integer({ min: 0, max: 0xffff })
const byte = fc.integer({ min: 0, max: 0xff })
const qos = fc.constantFrom(0, 1, 2, -1)
const text = fc.string({ unit: 'binary', maxLength: 300 }).filter((one) => Buffer.from(one).toString() === one)
const twoBytes = fc.constantFrom('ab', '+/', 'é', 'x1')
const payload = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes))
const topic: fc.Arbitrary<TopicRef> = fc.oneof(
  fc.record({ kind: fc.constantFrom('registered', 'predefined'), id: uint16 }),
  fc.record({ kind: fc.constant('short'), name: twoBytes }),
)
const filter: fc.Arbitrary<FilterRef> = fc.oneof(
  fc.record({ kind: fc.constant('name'), name: text }),
  fc.record({ kind: fc.constant('predefined'), id: uint16 }),
  fc.record({ kind: fc.constant('short'), name: twoBytes }),
)
const is = fc.boolean()
const will = fc.option(fc.record({ topic: text, qos, retain: is }), { nil: undefined })
const flag = { dup: is, qos, messageId: uint16 }
const of = <T extends SnPacket['type'], R extends object>(types: readonly T[], fields: R) =>
  fc.record({ type: fc.constantFrom(...types), ...fields })

const packet = fc.oneof(
  of(['advertise'], { gatewayId: byte, duration: uint16 }),
  of(['searchgw'], { radius: byte }),
  of(['gwinfo'], { gatewayId: byte, address: payload }),
  of(['connect'], { will: is, cleanSession: is, protocolId: byte, duration: uint16, clientId: text }),
  of(['connack', 'willtopicresp', 'willmsgresp'], { code: byte }),
  of(['willtopicreq', 'willmsgreq', 'pingresp'], {}),
  of(['willtopic', 'willtopicupd'], { will }),
  of(['willmsg', 'willmsgupd'], { payload }),
  of(['register'], { topicId: uint16, messageId: uint16, topic: text }),
  of(['regack', 'puback'], { topicId: uint16, messageId: uint16, code: byte }),
  of(['publish'], { ...flag, retain: is, topic, payload }),
  of(['pubrec', 'pubrel', 'pubcomp', 'unsuback'], { messageId: uint16 }),
  of(['subscribe', 'unsubscribe'], { ...flag, topic: filter }),
  of(['suback'], { qos, topicId: uint16, messageId: uint16, code: byte }),
  of(['pingreq'], {
    clientId: fc.option(
      text.filter((one) => one !== ''),
      { nil: undefined },
    ),
  }),
  of(['disconnect'], { duration: fc.option(uint16, { nil: undefined }) }),
) as fc.Arbitrary<SnPacket> // each record has the fields of its types

describe('decodePacket and encodePacket', () => {
  test('every packet survives encoding and decoding', () => {
    fc.assert(
      fc.property(packet, (one) => {
        expect(decodePacket(encodePacket(one))).toEqual(one)
      }),
      { numRuns: 1000 },
    )
  })

  test('random bytes give a packet or a reason, and a decoded packet is encoded to the same meaning', () => {
    const bytes = fc.uint8Array({ maxLength: 80 }).map((body) => Buffer.from(body))
    const framed = fc.tuple(byte, bytes).map(([type, body]) => Buffer.from([body.length + 2, type, ...body]))
    fc.assert(
      fc.property(fc.oneof(bytes, framed), (one) => {
        const decoded = decodePacket(one)
        if ('malformed' in decoded) expect(decoded.malformed).not.toBe('')
        else expect(decodePacket(encodePacket(decoded))).toEqual(decoded)
      }),
      { numRuns: 3000 },
    )
  })

  test('a cut packet is malformed', () => {
    fc.assert(
      fc.property(packet, fc.nat(), (one, at) => {
        const bytes = encodePacket(one)
        expect(decodePacket(bytes.subarray(0, at % bytes.length))).toHaveProperty('malformed')
      }),
      { numRuns: 500 },
    )
  })
})

// Bytes from the tables of the specification, written by hand.
test.each<[string, string, SnPacket]>([
  ['ADVERTISE', '05 00 07 0384', { type: 'advertise', gatewayId: 7, duration: 900 }],
  ['GWINFO with an address', '07 02 01 7f000001', { type: 'gwinfo', gatewayId: 1, address: hex('7f000001') }],
  [
    'CONNECT with will and CleanSession',
    '08 04 0c 01 001e 6364',
    { type: 'connect', will: true, cleanSession: true, protocolId: 1, duration: 30, clientId: 'cd' },
  ],
  [
    'WILLTOPIC with QoS 2 and retain',
    '05 07 50 612f',
    { type: 'willtopic', will: { topic: 'a/', qos: 2, retain: true } },
  ],
  ['an empty WILLTOPICUPD', '02 1a', { type: 'willtopicupd', will: undefined }],
  [
    'PUBLISH with QoS -1 to a short topic',
    '09 0c 62 6162 0000 6869',
    {
      type: 'publish',
      dup: false,
      qos: -1,
      retain: false,
      topic: { kind: 'short', name: 'ab' },
      messageId: 0,
      payload: hex('6869'),
    },
  ],
  [
    'a repeated SUBSCRIBE to a predefined topic',
    '07 12 a1 0102 0003',
    { type: 'subscribe', dup: true, qos: 1, messageId: 0x102, topic: { kind: 'predefined', id: 3 } },
  ],
  ['DISCONNECT of a client that sleeps', '04 18 003c', { type: 'disconnect', duration: 60 }],
])('%s', (_, bytes, expected) => {
  expect(decodePacket(hex(bytes))).toEqual(expected)
  expect(encodePacket(expected)).toEqual(hex(bytes))
})

test.each([
  ['an empty datagram', ''],
  ['a length of zero', '00'],
  ['a length of one byte', '02'],
  ['a length beyond the datagram', '05 04 04 01'],
  ['bytes after the message', '02 17 00'],
  ['a reserved type', '03 03 78'],
  ['the encapsulation of a forwarder', '03 fe 00'],
  ['a long length without a type', '01 00 03'],
  ['a long length that does not match', '01 00 05 16'],
  ['a topic that is not UTF-8', '07 0a 0000 0001 ff'],
  ['a short topic that is not UTF-8', '07 0c 02 ffff 0000'],
])('%s is malformed', (_, bytes) => {
  expect(decodePacket(hex(bytes))).toHaveProperty('malformed')
})

test('both forms of the length are read', () => {
  expect(decodePacket(hex('01 0004 17'))).toEqual({ type: 'pingresp' })
  const long = encodePacket({ type: 'willmsg', payload: Buffer.alloc(300) })
  expect(long.subarray(0, 4)).toEqual(hex('01 0130 09'))
})

test('a message beyond 65 535 bytes is not encoded', () => {
  expect(() => encodePacket({ type: 'willmsg', payload: Buffer.alloc(65_532) })).toThrow(RangeError)
  expect(encodePacket({ type: 'willmsg', payload: Buffer.alloc(65_531) })).toHaveLength(65_535)
})

// The recorder of the transcripts decoded them with its own code, in Python; each line ends with its reading.
describe('the recorded transcripts', () => {
  const lines = ['basic', 'errors', 'ping', 'qos-minus-1', 'sleep', 'subscribe', 'will', 'authn'].flatMap((name) =>
    transcript('mqttsn', name).flatMap(({ hex: bytes, note }) =>
      typeof bytes === 'string'
        ? [
            {
              bytes,
              reading:
                String(note ?? '')
                  .split('| ')
                  .at(-1) ?? '',
            },
          ]
        : [],
    ),
  )

  test('are decoded as their recorder decoded them', () => {
    const packets = lines.flatMap(({ bytes, reading }) => {
      const decoded = decodePacket(hex(bytes))
      return 'malformed' in decoded || isReserved(decoded) ? [] : [{ decoded, reading }]
    })
    expect(packets.length).toBeGreaterThan(200)
    for (const { decoded, reading } of packets) expect(readingOf(decoded)).toBe(shortened(reading))
  })

  test('are encoded to the recorded bytes', () => {
    for (const { bytes } of lines) {
      const decoded = decodePacket(hex(bytes))
      if (!('malformed' in decoded || isReserved(decoded))) expect(encodePacket(decoded).toString('hex')).toBe(bytes)
    }
  })
})

/** The two bytes after TopicIdType 3 have no meaning. */
const isReserved = (one: SnPacket) => 'topic' in one && typeof one.topic === 'object' && one.topic.kind === 'reserved'

/** The numbers of a reading, whose texts are in Python's notation. */
const shortened = (reading: string) => reading.replace(/(?<=^\w+) b['"].*/, '').replace(/ ?(data|topic)=b['"].*/, '')

/** A packet in the notation of the recorder. */
function readingOf(one: SnPacket): string {
  const name = one.type.toUpperCase()
  const level = 'qos' in one ? (one.qos === -1 ? 3 : one.qos) : 0
  switch (one.type) {
    case 'connect': {
      const flags = (one.will ? 8 : 0) | (one.cleanSession ? 4 : 0)
      return `CONNECT flags=${two(flags)} proto=${one.protocolId} duration=${one.duration} clientid=${one.clientId}`
    }
    case 'connack':
      return `CONNACK rc=${one.code}`
    case 'register':
      return `REGISTER topicid=${one.topicId} msgid=${one.messageId} topic=${one.topic}`
    case 'regack':
    case 'puback':
      return `${name} topicid=${one.topicId} msgid=${one.messageId} rc=${one.code}`
    case 'publish': {
      const type = { registered: 0, predefined: 1, short: 2, reserved: 3 }[one.topic.kind]
      const flags = (one.dup ? 0x80 : 0) | (level << 5) | (one.retain ? 0x10 : 0) | type
      const bits = `dup=${Number(one.dup)} qos=${level} retain=${Number(one.retain)} type=${type}`
      const id = topicIdOf(one.topic).toString(16).padStart(4, '0')
      return `PUBLISH flags=${two(flags)} (${bits}) topic=${id} msgid=${one.messageId}`
    }
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
    case 'unsuback':
      return `${name} msgid=${one.messageId}`
    case 'subscribe':
    case 'unsubscribe': {
      const type = { name: 0, predefined: 1, short: 2, reserved: 3 }[one.topic.kind]
      return `${name} flags=${two((level << 5) | type)} msgid=${one.messageId}`
    }
    case 'suback':
      return `SUBACK flags=${two(level << 5)} topicid=${one.topicId} msgid=${one.messageId} rc=${one.code}`
    default:
      return name
  }
}

const two = (value: number) => value.toString(16).padStart(2, '0')
