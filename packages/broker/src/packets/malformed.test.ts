import { describe, expect, test } from 'vitest'
import type { ProtocolVersion } from '../types.ts'
import { createFramer, type Packet, ReasonError } from './index.ts'

/** `30 03 00 01 61` */
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

interface Options {
  readonly version?: ProtocolVersion
  readonly strict?: boolean
  readonly peer?: 'client' | 'server'
}

function read(hex: string, options: Options = {}): Packet | undefined {
  const framer = createFramer({ maxPacketSize: 1024, ...options })
  framer.push(bytes(hex))
  return framer.next()
}

/** Reads in version 5 by default; CONNECT contains its own version. */
const inVersion = (options: Options): Options => ({ version: 5, ...options })

function refusal(hex: string, options: Options = {}): number | undefined {
  try {
    const packet = read(hex, options)
    expect(packet, 'the packet was accepted').toBeUndefined()
    return undefined
  } catch (error) {
    if (error instanceof ReasonError) return error.reasonCode
    throw error
  }
}

/** Rows: title, bytes, expected reason code, options. */
const table = (rows: readonly (readonly [title: string, hex: string, code: number, options?: Options])[]) => {
  for (const [title, hex, code, options = {}] of rows)
    test(title, () => expect(refusal(hex, inVersion(options))).toBe(code))
}

const connect = (rows: readonly (readonly [title: string, hex: string, code: number, options?: Options])[]) => {
  for (const [title, hex, code, options] of rows) test(title, () => expect(refusal(hex, options)).toBe(code))
}

describe('fixed header', () => {
  table([
    ['packet type 0 is reserved (table 2-1)', '00 00', 0x81],
    ['packet type 15 is reserved before 5.0', 'f0 00', 0x81, { version: 4 }],
    ['PINGREQ with flags is malformed [MQTT-2.1.3-1]', 'c1 00', 0x81],
    ['PUBACK with flags is malformed [MQTT-2.1.3-1]', '42 02 00 01', 0x81],
    ['PUBREL without flags 0010 is malformed [MQTT-3.6.1-1]', '60 02 00 01', 0x81],
    ['SUBSCRIBE without flags 0010 is malformed [MQTT-3.8.1-1]', '80 07 00 01 00 00 01 61 00', 0x81],
    ['UNSUBSCRIBE without flags 0010 is malformed [MQTT-3.10.1-1]', 'a0 06 00 01 00 00 01 61', 0x81],
    ['DISCONNECT with flags is malformed [MQTT-3.14.1-1]', 'e1 00', 0x81],
    ['AUTH with flags is malformed [MQTT-3.15.1-1]', 'f1 00', 0x81],
    ['a remaining length of five bytes is malformed [MQTT-1.5.5-1]', '30 ff ff ff ff 01', 0x81],
    ['a packet of servers is a protocol error from a client (table 2-1)', 'd0 00', 0x82],
    ['a packet of clients is a protocol error from a server (table 2-1)', 'c0 00', 0x82, { peer: 'server' }],
    ['a second CONNECT is a protocol error [MQTT-3.1.0-2]', '10 0d 00 04 4d 51 54 54 05 02 00 3c 00 00 00', 0x82],
    ['PINGREQ with a body is malformed (3.12)', 'c0 01 00', 0x81],
  ])
  test('3.1 may repeat PUBREL, SUBSCRIBE and UNSUBSCRIBE with DUP; 3.1.1 may not [MQTT-3.6.1-1]', () => {
    expect(read('6a 02 00 01', { version: 3 })).toMatchObject({ type: 'pubrel', packetId: 1 })
    expect(read('8a 06 00 01 00 01 61 00', { version: 3 })).toMatchObject({ type: 'subscribe' })
    expect(read('aa 05 00 01 00 01 61', { version: 3 })).toMatchObject({ type: 'unsubscribe' })
    expect(refusal('6a 02 00 01', { version: 4 })).toBe(0x81)
  })
  test('the first packet must be CONNECT [MQTT-3.1.0-1]', () => expect(refusal('c0 00')).toBe(0x82))
})

describe('CONNECT', () => {
  connect([
    ['an unknown protocol name is refused [MQTT-3.1.2-1]', '10 0c 00 04 4d 51 54 58 04 02 00 3c 00 00', 0x84],
    ['an unknown level is refused [MQTT-3.1.2-2]', '10 0c 00 04 4d 51 54 54 06 02 00 3c 00 00', 0x84],
    ['level 3 of MQTT is refused [MQTT-3.1.2-2]', '10 0c 00 04 4d 51 54 54 03 02 00 3c 00 00', 0x84],
    ['level 4 of MQIsdp is refused [MQTT-3.1.2-2]', '10 0e 00 06 4d 51 49 73 64 70 04 02 00 3c 00 00', 0x84],
    ['the reserved flag must be 0 [MQTT-3.1.2-3]', '10 0c 00 04 4d 51 54 54 04 03 00 3c 00 00', 0x81],
    ['a will QoS without a will is malformed [MQTT-3.1.2-11]', '10 0c 00 04 4d 51 54 54 04 0a 00 3c 00 00', 0x81],
    ['will retain without a will is malformed [MQTT-3.1.2-13]', '10 0c 00 04 4d 51 54 54 04 22 00 3c 00 00', 0x81],
    ['will QoS 3 is malformed [MQTT-3.1.2-12]', '10 12 00 04 4d 51 54 54 04 1e 00 3c 00 00 00 01 61 00 01 62', 0x81],
    [
      'a will topic with a wildcard is not a topic name',
      '10 11 00 04 4d 51 54 54 04 06 00 3c 00 00 00 01 23 00 00',
      0x90,
    ],
    ['bytes after the payload are malformed', '10 0d 00 04 4d 51 54 54 04 02 00 3c 00 00 00', 0x81],
    ['a user name that is announced must be there [MQTT-3.1.2-17]', '10 0c 00 04 4d 51 54 54 04 82 00 3c 00 00', 0x81],
    [
      'receive maximum 0 is a protocol error (3.1.2.11.3)',
      '10 10 00 04 4d 51 54 54 05 02 00 3c 03 21 00 00 00 00',
      0x82,
    ],
    [
      'maximum packet size 0 is a protocol error (3.1.2.11.4)',
      '10 12 00 04 4d 51 54 54 05 02 00 3c 05 27 00 00 00 00 00 00',
      0x82,
    ],
    [
      'a property that stands twice is a protocol error (3.1.2.11.2)',
      '10 17 00 04 4d 51 54 54 05 02 00 3c 0a 11 00 00 00 01 11 00 00 00 01 00 00',
      0x82,
    ],
    [
      'authentication data without a method is a protocol error (3.1.2.11.10)',
      '10 11 00 04 4d 51 54 54 05 02 00 3c 04 16 00 01 61 00 00',
      0x82,
    ],
    [
      'request problem information 2 is a protocol error (3.1.2.11.7)',
      '10 0f 00 04 4d 51 54 54 05 02 00 3c 02 17 02 00 00',
      0x82,
    ],
    [
      'a property of PUBLISH is malformed in CONNECT (2.2.2.2)',
      '10 0f 00 04 4d 51 54 54 05 02 00 3c 02 01 00 00 00',
      0x81,
    ],
    [
      'strict: a password without a user name is malformed [MQTT-3.1.2-22 of 3.1.1]',
      '10 0f 00 04 4d 51 54 54 04 42 00 3c 00 00 00 01 70',
      0x81,
      { strict: true },
    ],
    [
      'strict: a control character is malformed (1.5.4)',
      '10 0d 00 04 4d 51 54 54 04 02 00 3c 00 01 07',
      0x81,
      { strict: true },
    ],
  ])

  test('a password without a user name is allowed outside strict mode', () => {
    expect(read('10 0f 00 04 4d 51 54 54 04 42 00 3c 00 00 00 01 70')).toMatchObject({
      username: undefined,
      password: Buffer.from('p'),
    })
  })

  test('5.0 allows a password without a user name, also in strict mode (3.1.2.9)', () => {
    expect(read('10 10 00 04 4d 51 54 54 05 42 00 3c 00 00 00 00 01 70', { strict: true })).toMatchObject({
      password: Buffer.from('p'),
    })
  })

  test('3.1 and the bridge bit of mosquitto are accepted', () => {
    expect(read('10 0e 00 06 4d 51 49 73 64 70 83 02 00 3c 00 00')).toMatchObject({
      protocolVersion: 3,
      isBridge: true,
    })
    expect(read('10 0c 00 04 4d 51 54 54 84 02 00 3c 00 00')).toMatchObject({ protocolVersion: 4, isBridge: true })
  })

  test('the version is known even if the rest of CONNECT is invalid, so that a response can be sent', () => {
    const framer = createFramer({ maxPacketSize: 1024 })
    framer.push(bytes('10 10 00 04 4d 51 54 54 05 02 00 3c 03 21 00 00 00 00'))
    expect(() => framer.next()).toThrow(ReasonError)
    expect(framer.version).toBe(5)
  })
})

describe('PUBLISH', () => {
  table([
    ['QoS 3 is malformed [MQTT-3.3.1-4]', '36 06 00 01 61 00 01 00', 0x81],
    ['DUP at QoS 0 is malformed [MQTT-3.3.1-2]', '38 04 00 01 61 00', 0x81],
    ['packet identifier 0 is refused [MQTT-2.2.1-3]', '32 06 00 01 61 00 00 00', 0x82],
    ['a topic with + is refused [MQTT-3.3.2-2]', '30 04 00 01 2b 00', 0x90],
    ['a topic with # is refused [MQTT-3.3.2-2]', '30 04 00 01 23 00', 0x90],
    ['a topic with U+0000 is malformed [MQTT-1.5.4-2]', '30 04 00 01 00 00', 0x81],
    ['a topic that is not UTF-8 is malformed [MQTT-1.5.4-1]', '30 05 00 02 c3 28 00', 0x81],
    ['a surrogate in UTF-8 is malformed [MQTT-1.5.4-1]', '30 06 00 03 ed a0 80 00', 0x81],
    ['U+0000 among other characters is malformed [MQTT-1.5.4-2]', '30 06 00 03 c3 a4 00 00', 0x81],
    ['a topic longer than the packet is malformed', '30 04 00 05 61 00', 0x81],
    ['no topic and no alias is a protocol error (3.3.2.3.4)', '30 03 00 00 00', 0x82],
    ['no topic is refused in 3.1.1 [MQTT-4.7.3-1]', '30 02 00 00', 0x90, { version: 4 }],
    ['topic alias 0 is refused [MQTT-3.3.2-8]', '30 07 00 01 61 03 23 00 00', 0x94],
    ['a client cannot send a subscription identifier [MQTT-3.3.4-6]', '30 06 00 01 61 02 0b 01', 0x82],
    ['a response topic with a wildcard is a protocol error [MQTT-3.3.2-14]', '30 08 00 01 61 04 08 00 01 23', 0x82],
    ['payload format 2 is a protocol error (3.3.2.3.2)', '30 06 00 01 61 02 01 02', 0x82],
    ['properties longer than the packet are malformed', '30 05 00 01 61 7f 01', 0x81],
    ['a property longer than the properties is malformed', '30 08 00 01 61 02 02 00 00 00', 0x81],
    ['a property length of five bytes is malformed [MQTT-1.5.5-1]', '30 08 00 01 61 80 80 80 80 01', 0x81],
    ['a property length that is longer than needed is malformed [MQTT-1.5.5-1]', '30 05 00 01 61 80 00', 0x81],
    ['strict: a control character in a topic is malformed (1.5.4)', '30 04 00 01 07 00', 0x81, { strict: true }],
    ['strict: U+0085 in a topic is malformed (1.5.4)', '30 05 00 02 c2 85 00', 0x81, { strict: true }],
  ])

  test('control characters are accepted outside strict mode only', () => {
    expect(read('30 04 00 01 07 00', { version: 5 })).toMatchObject({ topic: '\u0007' })
    expect(refusal('30 04 00 01 07 00', { version: 5, strict: true })).toBe(0x81)
  })

  test('an empty payload is valid (3.3.3)', () => {
    expect(read('30 03 00 01 61', { version: 4 })).toMatchObject({ topic: 'a', payload: Buffer.alloc(0) })
  })
})

describe('acknowledgements', () => {
  table([
    ['packet identifier 0 is refused [MQTT-2.2.1-3]', '40 02 00 00', 0x82],
    ['a PUBACK without packet identifier is malformed', '40 00', 0x81],
    ['3.1.1 has no reason code', '40 03 00 01 00', 0x81, { version: 4 }],
    ['a reason code that PUBACK does not have is refused [MQTT-3.4.2-1]', '40 03 00 01 92', 0x82],
    ['a reason code that PUBREC does not have is refused [MQTT-3.5.2-1]', '50 03 00 01 8e', 0x82],
    ['a reason code that PUBREL does not have is refused [MQTT-3.6.2-1]', '62 03 00 01 10', 0x82],
    ['a reason code that PUBCOMP does not have is refused [MQTT-3.7.2-1]', '70 03 00 01 80', 0x82],
    ['bytes after the properties are malformed', '40 05 00 01 00 00 00', 0x81],
  ])

  test('reason code and properties can be omitted (3.4.2.1)', () => {
    expect(read('40 02 00 01', { version: 5 })).toMatchObject({ packetId: 1, reasonCode: 0 })
    expect(read('40 03 00 01 10', { version: 5 })).toMatchObject({ packetId: 1, reasonCode: 0x10 })
  })
})

describe('SUBSCRIBE and UNSUBSCRIBE', () => {
  table([
    ['packet identifier 0 is refused [MQTT-2.2.1-3]', '82 07 00 00 00 00 01 61 00', 0x82],
    ['SUBSCRIBE without a filter is a protocol error [MQTT-3.8.3-2]', '82 03 00 01 00', 0x82],
    ['reserved option bits are malformed [MQTT-3.8.3-5]', '82 07 00 01 00 00 01 61 40', 0x81],
    ['QoS 3 is a protocol error (3.8.3.1)', '82 07 00 01 00 00 01 61 03', 0x82],
    ['retain handling 3 is a protocol error (3.8.3.1)', '82 07 00 01 00 00 01 61 30', 0x82],
    ['subscription identifier 0 is a protocol error (3.8.2.1.2)', '82 09 00 01 02 0b 00 00 01 61 00', 0x82],
    ['a filter without options is malformed', '82 06 00 01 00 00 01 61', 0x81],
    ['3.1.1: QoS 3 is malformed [MQTT-3-8.3-4]', '82 06 00 01 00 01 61 03', 0x81, { version: 4 }],
    ['3.1.1: the options of 5.0 are reserved bits [MQTT-3-8.3-4]', '82 06 00 01 00 01 61 04', 0x81, { version: 4 }],
    ['UNSUBSCRIBE without a filter is a protocol error [MQTT-3.10.3-2]', 'a2 03 00 01 00', 0x82],
    ['a subscription identifier is malformed in UNSUBSCRIBE (2.2.2.2)', 'a2 08 00 01 02 0b 01 00 01 61', 0x81],
  ])
})

describe('DISCONNECT, AUTH and the packets of servers', () => {
  table([
    ['DISCONNECT has no body in 3.1.1 (3.14)', 'e0 01 00', 0x81, { version: 4 }],
    ['a reason code that DISCONNECT does not have is refused [MQTT-3.14.2-1]', 'e0 01 01', 0x82],
    [
      'a server cannot set the session expiry interval [MQTT-3.14.2-2]',
      'e0 07 00 05 11 00 00 00 01',
      0x82,
      { peer: 'server' },
    ],
    ['a reason code that AUTH does not have is refused [MQTT-3.15.2-1]', 'f0 01 02', 0x82],
    ['reserved flags of CONNACK are malformed [MQTT-3.2.2-1]', '20 03 02 00 00', 0x81, { peer: 'server' }],
    [
      'a reason code that SUBACK does not have is refused [MQTT-3.9.3-2]',
      '90 04 00 01 00 03',
      0x82,
      { peer: 'server' },
    ],
    [
      'a reason code that UNSUBACK does not have is refused [MQTT-3.11.3-2]',
      'b0 04 00 01 00 01',
      0x82,
      { peer: 'server' },
    ],
  ])

  test('an empty DISCONNECT is reason code 0 (3.14.2.1)', () => {
    expect(read('e0 00', { version: 5 })).toMatchObject({ type: 'disconnect', reasonCode: 0 })
  })
})
