import { expect, test } from 'vitest'
import { noProperties, type Packet } from '../packets/index.ts'
import { describePacket } from './describe-packet.ts'

const show = (payload: Uint8Array) => `Payload=${Buffer.from(payload)}`
const properties = noProperties

test.each<[Packet, string]>([
  [
    {
      type: 'connect',
      protocolName: 'MQTT',
      protocolVersion: 4,
      isBridge: false,
      cleanStart: false,
      keepalive: 60,
      clientId: 'c1',
      will: { topic: 'w', payload: Buffer.from('bye'), qos: 1, retain: true, properties },
      username: undefined,
      password: Buffer.from('hush'),
      properties,
    },
    'CONNECT(Q0, R0, D0, ClientId=c1, ProtoName=MQTT, ProtoVsn=4, CleanStart=false, KeepAlive=60, Username=undefined, Password=******, Will(Q1, R1, Topic=w Payload=bye))',
  ],
  [
    { type: 'connack', sessionPresent: true, reasonCode: 0, properties },
    'CONNACK(Q0, R0, D0, AckFlags=1, ReasonCode=0)',
  ],
  [
    {
      type: 'publish',
      topic: 't',
      payload: Buffer.from('x'),
      qos: 0,
      retain: true,
      dup: false,
      packetId: 0,
      properties,
    },
    'PUBLISH(Q0, R1, D0, Topic=t, PacketId=undefined, Payload=x)',
  ],
  [
    {
      type: 'publish',
      topic: 't',
      payload: Buffer.from('x'),
      qos: 2,
      retain: false,
      dup: true,
      packetId: 7,
      properties,
    },
    'PUBLISH(Q2, R0, D1, Topic=t, PacketId=7, Payload=x)',
  ],
  [
    { type: 'subscribe', packetId: 1, filters: [{ topic: 'a/#', qos: 1, nl: 0, rap: 1, rh: 2 }], properties },
    'SUBSCRIBE(Q1, R0, D0, PacketId=1 TopicFilters=[a/#(#{nl => 0,qos => 1,rap => 1,rh => 2})])',
  ],
  [
    { type: 'suback', packetId: 1, reasonCodes: [1, 135], properties },
    'SUBACK(Q0, R0, D0, PacketId=1, ReasonCodes=[1,135])',
  ],
  [
    { type: 'unsubscribe', packetId: 2, topics: ['a', 'b'], properties },
    'UNSUBSCRIBE(Q1, R0, D0, PacketId=2 TopicFilters=[a,b])',
  ],
  [{ type: 'puback', packetId: 3, reasonCode: 16, properties }, 'PUBACK(Q0, R0, D0, PacketId=3, ReasonCode=16)'],
  [{ type: 'pubrel', packetId: 3, reasonCode: 0, properties }, 'PUBREL(Q1, R0, D0, PacketId=3, ReasonCode=0)'],
  [{ type: 'pingreq' }, 'PINGREQ(Q0, R0, D0)'],
  [{ type: 'disconnect', reasonCode: 4, properties }, 'DISCONNECT(Q0, R0, D0, ReasonCode=4)'],
])('a packet is written as EMQX writes it: %j', (packet, text) => {
  expect(describePacket(packet).text(show)).toBe(text)
})
