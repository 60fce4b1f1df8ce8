import { uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { type Case, expectOutcomes, outcomeOf } from './outcome.ts'
import { isEmbedded, useTarget } from './target.ts'

const mqtt = useTarget()
const { packet, props, str, u8, u16 } = bytes

const versions = [3, 4, 5] as const
type Version = (typeof versions)[number]
const named = { 3: 'MQTT 3.1', 4: 'MQTT 3.1.1', 5: 'MQTT 5' } as const

const shortId = () => uniqueName('s').slice(-20)
const connected = (version: Version) => () => mqtt.connect({ version, clientId: shortId() })

/** Properties, which only MQTT 5 has. */
const none = (version: Version) => (version === 5 ? props() : Buffer.alloc(0))

const types = {
  CONNECT: 1,
  CONNACK: 2,
  PUBLISH: 3,
  PUBACK: 4,
  PUBREC: 5,
  PUBREL: 6,
  PUBCOMP: 7,
  SUBSCRIBE: 8,
  SUBACK: 9,
  UNSUBSCRIBE: 10,
  UNSUBACK: 11,
  PINGREQ: 12,
  PINGRESP: 13,
  DISCONNECT: 14,
} as const
const flagsOf = (type: number) => ([6, 8, 10].includes(type) ? 2 : 0)

/** A correct packet of each type that a client can send, except CONNECT and DISCONNECT. */
const bodies = (version: Version): Readonly<Record<string, readonly Buffer[]>> => ({
  PUBACK: [u16(9)],
  PUBREC: [u16(9)],
  PUBREL: [u16(9)],
  PUBCOMP: [u16(9)],
  SUBSCRIBE: [u16(9), none(version), str('a'), u8(0)],
  UNSUBSCRIBE: [u16(9), none(version), str('a')],
  PINGREQ: [],
})

describe.each(versions.map((version) => [named[version], version] as const))('%s: packets', (_, version) => {
  test('[MQTT-3.1.0-1] the first packet cannot have another type than CONNECT', async () => {
    const first = Object.entries({ reserved: 0, ...types, AUTH: 15 }).filter(([, type]) => type !== 1)
    const cases = first.map(([name, type]): Case => [name, packet((type << 4) | flagsOf(type), u16(1))])
    await expectOutcomes(() => mqtt.open(version), cases, 'closed')
  })

  test('[MQTT-2.1.3-1] every wrong value of the reserved bits in the fixed header closes the connection', async () => {
    const flags = Array.from({ length: 16 }, (_, value) => value)
    const cases = Object.entries(bodies(version)).flatMap(([name, body]) => {
      const type = types[name as keyof typeof types]
      // MQTT 3.1 sets DUP in PUBREL, SUBSCRIBE and UNSUBSCRIBE that are sent again.
      const isRight = (value: number) => (version === 3 ? value & 7 : value) === flagsOf(type)
      const isUsed = (value: number) => version !== 3 || (value & 8) === 0
      const wrong = flags.filter((value) => !isRight(value) && isUsed(value))
      return wrong.map((value): Case => [`${name} ${value}`, packet((type << 4) | value, ...body)])
    })
    await expectOutcomes(connected(version), cases, 'closed')
  })

  test('a packet that ends too early or too late closes the connection', async () => {
    const acks = ['PUBACK', 'PUBREC', 'PUBREL', 'PUBCOMP'] as const
    const first = (name: keyof typeof types) => (types[name] << 4) | flagsOf(types[name])
    const ids = [...acks, 'SUBSCRIBE', 'UNSUBSCRIBE'] as const
    const cases: Case[] = [
      ...ids.map((name): Case => [`${name} without packet ID`, packet(first(name))]),
      ...ids.map((name): Case => [`${name} with half a packet ID`, packet(first(name), u8(1))]),
      ...ids.map(
        (name): Case => [`${name} with packet ID 0`, packet(first(name), u16(0), none(version), str('a'), u8(0))],
      ),
      ['PUBLISH without content', packet(0x30)],
      ['PUBLISH with half a topic length', packet(0x30, u8(0))],
      ['PUBLISH without packet ID', packet(0x34, str('a'))],
      ['SUBSCRIBE with half a filter', packet(0x82, u16(1), none(version), u16(5), Buffer.from('ab'))],
      ['UNSUBSCRIBE with half a filter', packet(0xa2, u16(1), none(version), u16(5), Buffer.from('ab'))],
      ['PINGREQ with content', packet(0xc0, u8(0))],
      ['a length of five bytes', Buffer.from([0xc0, 0x80, 0x80, 0x80, 0x80, 0x00])],
      ...(version === 5 ? [] : acks.map((name): Case => [`${name} too long`, packet(first(name), u16(1), u8(0))])),
    ]
    await expectOutcomes(connected(version), cases, 'closed')
  })

  test('[MQTT-1.5.4-1] [MQTT-1.5.4-2] ill-formed text in any field closes the connection', async () => {
    const texts = {
      'U+0000': Buffer.from('a\0'),
      surrogate: Buffer.from([0x61, 0xed, 0xa0, 0x80]),
      overlong: Buffer.from([0xc0, 0xaf]),
    }
    const fields: Readonly<Record<string, (text: Buffer) => Buffer>> = {
      'topic of PUBLISH': (text) => packet(0x30, str(text), none(version)),
      'filter of SUBSCRIBE': (text) => packet(0x82, u16(1), none(version), str(text), u8(0)),
      'filter of UNSUBSCRIBE': (text) => packet(0xa2, u16(1), none(version), str(text)),
    }
    const cases = Object.entries(texts).flatMap(([name, text]) =>
      Object.entries(fields).map(([field, packetWith]): Case => [`${name} in the ${field}`, packetWith(text)]),
    )
    await expectOutcomes(connected(version), cases, 'closed')
  })

  test('acknowledgements without a message: PUBREC and PUBREL are answered, PUBACK and PUBCOMP are not', async () => {
    const client = await connected(version)()
    const notFound = version === 5 ? '(0300..92|0200..)' : '0200..'
    expect(await outcomeOf(client, packet(0x40, u16(9)), packet(0x70, u16(9)))).toBe('open')
    expect(await outcomeOf(client, packet(0x62, u16(8)))).toMatch(RegExp(`^70${notFound} open$`))
    // A server may also treat a PUBREC without a message as a protocol error.
    expect(await outcomeOf(client, packet(0x50, u16(7)))).toMatch(RegExp(`^(62${notFound} open|closed)$`))
  })
})

describe.each(versions.map((version) => [named[version], version] as const))('%s: flows', (_, version) => {
  /** A client that has one unacknowledged message, with packet ID 1. */
  const withMessage = async (qos: 1 | 2) => {
    const [client, publisher] = await Promise.all([connected(version)(), mqtt.connect()])
    const topic = uniqueName('flow')
    await client.subscribe([{ topic, qos }])
    await publisher.publish(topic, 'x', { qos })
    expect((await client.next('publish')).messageId).toBe(1)
    return client
  }
  const [puback, pubrec, pubcomp] = [0x40, 0x50, 0x70].map((first) => packet(first, u16(1))) as [Buffer, Buffer, Buffer]

  // The standard does not require it, but the message could never be completed on this connection.
  test.skipIf(!isEmbedded).each([
    [1, 'PUBREC', pubrec],
    [1, 'PUBCOMP', pubcomp],
    [2, 'PUBACK', puback],
    [2, 'PUBCOMP', pubcomp],
  ] as const)('[MQTT-4.3.2-1] [MQTT-4.3.3-1] QoS %i answered with %s closes the connection', async (qos, _, answer) => {
    expect(await outcomeOf(await withMessage(qos), answer)).toBe('closed')
  })

  test.each([
    ['PUBACK', puback, isEmbedded ? /^62020001 closed$/ : /^62020001 (open|closed)$/],
    ['PUBREC', pubrec, /^62020001 (62020001 open|closed)$/],
    ['PUBCOMP', pubcomp, /^62020001 open$/],
  ] as const)('[MQTT-4.3.3-1] QoS 2 answered with PUBREC and then %s', async (_, second, outcome) => {
    expect(await outcomeOf(await withMessage(2), pubrec, second)).toMatch(outcome)
  })
})

describe('CONNECT', () => {
  const payload = () => [str(shortId())]

  test.each(versions.map((version) => [named[version], version] as const))(
    '%s: wrong flags and fields close the connection without accepting it',
    async (_, version) => {
      const will = version === 5 ? [props()] : []
      const bad = str(Buffer.from([0xed, 0xa0, 0x80]))
      const wrong: readonly (readonly [string, Buffer])[] = [
        ['will QoS 3', bytes.connect({ version, flags: 0x1e, payload: [...payload(), ...will, str('t'), str('m')] })],
        ['no client ID', bytes.connect({ version, payload: [] })],
        ['half a client ID', bytes.connect({ version, payload: [u16(9), Buffer.from('a')] })],
        ['excess bytes', bytes.connect({ version, payload: [...payload(), u8(0)] })],
        ['an ill-formed client ID', bytes.connect({ version, payload: [bad] })],
        ['an ill-formed username', bytes.connect({ version, flags: 0x82, payload: [...payload(), bad] })],
        [
          'an ill-formed will topic',
          bytes.connect({ version, flags: 6, payload: [...payload(), ...will, bad, str('m')] }),
        ],
        [
          'an empty will topic',
          bytes.connect({ version, flags: 6, payload: [...payload(), ...will, str(''), str('m')] }),
        ],
        [
          '+ in the will topic',
          bytes.connect({ version, flags: 6, payload: [...payload(), ...will, str('a/+'), str('m')] }),
        ],
        ['no keep alive', packet(0x10, str(version === 3 ? 'MQIsdp' : 'MQTT'), u8(version, 2))],
        ['a wrong name', bytes.connect({ version, name: 'MQTt', payload: payload() })],
        ['an empty name', bytes.connect({ version, name: '', payload: payload() })],
        ['reserved bits in the fixed header', bytes.connect({ version, firstByte: 0x1f, payload: payload() })],
      ]
      const accepted: string[] = []
      for (const [title, connect] of wrong) {
        const client = await mqtt.open(version)
        client.sendBytes(connect)
        await client.waitForClose()
        // At most one CONNACK with an error.
        const codes = client.received.map((answer) =>
          answer.cmd === 'connack' ? (answer.reasonCode ?? answer.returnCode ?? 0) : 0,
        )
        if (codes.length > 1 || codes[0] === 0) accepted.push(title)
      }
      expect(accepted).toEqual([])
    },
  )

  test.each(versions)(
    '[MQTT-3.2.0-1] version %i: everything in one write is answered in order, CONNACK first',
    async (version) => {
      const client = await mqtt.open(version)
      const topic = uniqueName('pipeline')
      const ids = [1, 2, 3, 4].map(u16) as [Buffer, Buffer, Buffer, Buffer]
      client.sendBytes(
        Buffer.concat([
          bytes.connect({ version, payload: payload() }),
          packet(0x82, ids[0], none(version), str(topic), u8(0)),
          packet(0x32, str(topic), ids[1], none(version), Buffer.from('x')),
          packet(0x34, str(topic), ids[2], none(version), Buffer.from('y')),
          packet(0x62, ids[2]),
          packet(0xa2, ids[3], none(version), str(topic)),
          packet(0xc0),
        ]),
      )
      for (const cmd of ['pingresp', 'publish', 'publish'] as const) await client.next(cmd)
      const order = client.received.map(({ cmd }) => cmd)
      expect(order[0]).toBe('connack')
      // Messages for the client may come between the answers.
      expect(order.filter((cmd) => cmd !== 'publish')).toEqual([
        'connack',
        'suback',
        'puback',
        'pubrec',
        'pubcomp',
        'unsuback',
        'pingresp',
      ])
    },
  )
})
