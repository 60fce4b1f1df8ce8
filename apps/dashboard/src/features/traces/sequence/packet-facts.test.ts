import { expect, test } from 'vitest'
import { describePacket } from '../../../../../../packages/broker/src/connection/describe-packet.ts'
import { noProperties, type Packet } from '../../../../../../packages/broker/src/packets/index.ts'
import { measureProcessorTime } from '../../../lib/numbers/test-processor-time.ts'
import { parsePacketText } from './packet-facts.ts'

const textOf = (packet: Packet) => describePacket(packet).text(() => 'Payload=hello, PacketId=9, ReasonCode=128')

test('a PUBLISH is parsed regardless of its payload', () => {
  const text = textOf({
    type: 'publish',
    topic: 'a, b/c',
    qos: 1,
    retain: true,
    dup: false,
    packetId: 7,
    payload: new Uint8Array(),
    properties: noProperties,
  })
  expect(parsePacketText(text)).toMatchObject({
    topic: 'a, b/c',
    qos: 1,
    retain: true,
    dup: false,
    packetId: 7,
    payload: 'hello, PacketId=9, ReasonCode=128',
    reasonCode: undefined,
  })
})

test('acknowledgements have a packet ID and reason codes', () => {
  const puback = textOf({ type: 'puback', packetId: 7, reasonCode: 16, properties: noProperties })
  expect(parsePacketText(puback)).toMatchObject({ packetId: 7, reasonCode: 16 })
  const suback = textOf({ type: 'suback', packetId: 3, reasonCodes: [1, 135], properties: noProperties })
  expect(parsePacketText(suback)).toMatchObject({ packetId: 3, reasonCodes: [1, 135] })
})

test('SUBSCRIBE and UNSUBSCRIBE have topic filters', () => {
  const options = { nl: 0, rap: 1, rh: 0 } as const
  const text = textOf({
    type: 'subscribe',
    packetId: 2,
    properties: noProperties,
    filters: [
      { topic: 'a/#', qos: 1, ...options },
      { topic: 'b', qos: 0, ...options },
    ],
  })
  expect(parsePacketText(text)).toMatchObject({
    packetId: 2,
    filters: [
      { topic: 'a/#', qos: 1 },
      { topic: 'b', qos: 0 },
    ],
  })
  expect(parsePacketText('UNSUBSCRIBE(Q1, R0, D0, PacketId=4 TopicFilters=[a/#,b])').filters).toEqual([
    { topic: 'a/#', qos: undefined },
    { topic: 'b', qos: undefined },
  ])
})

test('a topic filter made of format characters is parsed quickly', () => {
  const used = measureProcessorTime()
  for (let round = 0; round < 10; round += 1)
    parsePacketText(`SUBSCRIBE(Q1, R0, D0, PacketId=2 TopicFilters=[${',(#{'.repeat(1000)}])`)
  expect(used()).toBeLessThan(2000)
})

test('CONNECT and CONNACK fields are parsed, and text inside the client ID is ignored', () => {
  expect(
    parsePacketText(
      'CONNECT(Q0, R0, D0, ClientId=PacketId=4, ProtoName=MQTT, ProtoVsn=5, CleanStart=false, KeepAlive=60, Username=u, Password=)',
    ),
  ).toMatchObject({ version: 5, cleanStart: false, keepAlive: 60, packetId: undefined })
  expect(parsePacketText('CONNACK(Q0, R0, D0, AckFlags=1, ReasonCode=0)')).toMatchObject({
    sessionPresent: true,
    reasonCode: 0,
  })
})

test.each(['PINGREQ(Q0, R0, D0)', 'PINGREQ', ''])('%s has no fields', (text) => {
  expect(parsePacketText(text)).toMatchObject({ packetId: undefined, topic: undefined, reasonCode: undefined })
})
