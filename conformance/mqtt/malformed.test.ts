import { expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { expectRefused } from './expect-nothing.ts'
import { useTarget } from './target.ts'

const mqtt = useTarget()
const { packet, props, property, publish, str, u8, u16 } = bytes

/** What a connected MQTT 5 client sends, all of it wrong; every one must end the connection [MQTT-4.13.1-1]. */
const wrong: readonly (readonly [title: string, bytes: Buffer])[] = [
  ['[MQTT-2.1.3-1] packet type 0', packet(0x00)],
  ['[MQTT-2.1.3-1] PINGREQ with reserved bits', packet(0xc1)],
  ['[MQTT-3.6.1-1] PUBREL without its reserved bit', packet(0x60, u16(1))],
  ['[MQTT-2.1.3-1] PUBACK with reserved bits', packet(0x41, u16(1))],
  ['[MQTT-2.1.3-1] PUBREC with reserved bits', packet(0x52, u16(1))],
  ['[MQTT-2.1.3-1] PUBCOMP with reserved bits', packet(0x78, u16(1))],
  ['[MQTT-3.15.1-1] AUTH with reserved bits', packet(0xf1)],
  ['CONNACK, which only a server sends', packet(0x20, u8(0, 0), props())],
  ['SUBACK, which only a server sends', packet(0x90, u16(1), props(), u8(0))],
  ['UNSUBACK, which only a server sends', packet(0xb0, u16(1), props(), u8(0))],
  ['PINGRESP, which only a server sends', packet(0xd0)],
  ['PINGREQ with a body', packet(0xc0, u8(0))],
  ['PUBACK without an id', packet(0x40)],
  ['PUBACK with half an id', packet(0x40, u8(0))],
  ['[MQTT-3.4.2-1] PUBACK with an unknown reason code', packet(0x40, u16(1), u8(0x05))],
  ['[MQTT-3.5.2-1] PUBREC with an unknown reason code', packet(0x50, u16(1), u8(0x05))],
  ['[MQTT-3.6.2-1] PUBREL with an unknown reason code', packet(0x62, u16(1), u8(0x05))],
  ['[MQTT-3.7.2-1] PUBCOMP with an unknown reason code', packet(0x70, u16(1), u8(0x05))],
  ['PUBACK with a property that does not belong to it', packet(0x40, u16(1), u8(0), props(property.contentType('a')))],
  ['PUBLISH that ends in its topic', packet(0x30, u16(10), Buffer.from('abc'))],
  ['PUBLISH without properties', packet(0x30, str('a'))],
  ['PUBLISH that ends before its id', packet(0x32, str('a'))],
  ['PUBLISH whose properties are longer than itself', packet(0x30, str('a'), u8(50))],
  ['PUBLISH with a property cut short', packet(0x30, str('a'), u8(2), u8(0x02, 0))],
  ['PUBLISH with an unknown property', publish(0x30, 'a', props(u8(0x7f, 1)))],
  ['PUBLISH with a property of CONNECT', publish(0x30, 'a', props(property.receiveMaximum(5)))],
  ['PUBLISH with a property twice', publish(0x30, 'a', props(property.contentType('a'), property.contentType('b')))],
  ['PUBLISH with two aliases', publish(0x30, 'a', props(property.topicAlias(1), property.topicAlias(1)))],
  ['[MQTT-1.5.5-1] a property length in more bytes than needed', publish(0x30, 'a', Buffer.from([0x80, 0x00]))],
  ['a property length of five bytes', publish(0x30, 'a', Buffer.from([0x80, 0x80, 0x80, 0x80, 0x01]))],
  ['a remaining length of five bytes', Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01])],
  ['SUBSCRIBE with trailing bytes that are no filter', packet(0x82, u16(1), props(), str('a'), u8(0), u8(0))],
  ['UNSUBSCRIBE with a filter cut short', packet(0xa2, u16(1), props(), u16(9), Buffer.from('abc'))],
  [
    'UNSUBSCRIBE with a property that does not belong to it',
    packet(0xa2, u16(1), props(property.subscriptionId(1)), str('a')),
  ],
  ['DISCONNECT with properties longer than itself', packet(0xe0, u8(0), u8(9))],
  ['[MQTT-4.12.0-6] AUTH without enhanced authentication', packet(0xf0, u8(0x18), props(property.authMethod('X')))],
]

test.each(wrong)('%s closes the connection', async (_, bytes) => {
  const client = await mqtt.connect()
  client.sendBytes(bytes)
  await expectRefused(client, [0x81, 0x82, 0x95, 0x94])
})

test.each(wrong)('%s does not affect other clients', async (_, bytes) => {
  const bystander = await mqtt.connect()
  const client = await mqtt.connect()
  client.sendBytes(bytes)
  await bystander.subscribe('bystander')
  await bystander.publish('bystander', 'x', { qos: 1 })
  expect((await bystander.receive()).payload.toString()).toBe('x')
})

const wrongConnects: readonly (readonly [title: string, bytes: Buffer])[] = [
  ['fixed header bits', bytes.connect({ firstByte: 0x11 })],
  ['properties longer than itself', bytes.connect({ properties: u8(99) })],
  ['an unknown property', bytes.connect({ properties: props(u8(0x7f, 0)) })],
  ['a property of PUBLISH', bytes.connect({ properties: props(property.topicAlias(1)) })],
  [
    'a session expiry interval twice',
    bytes.connect({ properties: props(property.sessionExpiry(1), property.sessionExpiry(1)) }),
  ],
  [
    'a receive maximum twice',
    bytes.connect({ properties: props(property.receiveMaximum(1), property.receiveMaximum(1)) }),
  ],
  [
    'a topic alias maximum twice',
    bytes.connect({ properties: props(property.topicAliasMaximum(1), property.topicAliasMaximum(1)) }),
  ],
  [
    'an authentication method twice',
    bytes.connect({ properties: props(property.authMethod('a'), property.authMethod('a')) }),
  ],
  [
    'a will delay twice',
    bytes.connect({
      flags: 0x06,
      payload: [str(''), props(property.willDelay(1), property.willDelay(1)), str('t'), str('m')],
    }),
  ],
  [
    'a will property that does not belong there',
    bytes.connect({ flags: 0x06, payload: [str(''), props(property.topicAlias(1)), str('t'), str('m')] }),
  ],
  ['no body', packet(0x10)],
  ['half a protocol name', packet(0x10, u16(4), Buffer.from('MQ'))],
]

test.each(wrongConnects)('CONNECT with %s is rejected', async (_, bytes) => {
  const client = await mqtt.open()
  client.sendBytes(bytes)
  await expectRefused(client, [0x80, 0x81, 0x82, 0x84])
})

test('random bytes never stop the broker', async () => {
  const random = pseudoRandom(1)
  const bystander = await mqtt.connect()
  for (let turn = 0; turn < 200; turn += 1) {
    const client = await mqtt.connect()
    const noise = Buffer.from(Array.from({ length: 1 + (random() % 60) }, () => random() % 256))
    // A plausible header, so that more than the first check is reached.
    const types = [0x30, 0x32, 0x34, 0x40, 0x50, 0x62, 0x70, 0x82, 0xa2, 0xc0, 0xe0, 0xf0]
    client.sendBytes(packet(types[random() % types.length] ?? 0, noise))
    client.transport.end()
    await client.waitForClose()
  }
  await bystander.ping()
})

/** Park and Miller: the same numbers in every run. */
function pseudoRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
}
