import fc from 'fast-check'
import * as oracle from 'mqtt-packet'
import { describe, expect, test } from 'vitest'
import type { ProtocolVersion } from '../types.ts'
import { packetOf } from './arbitrary-packets.ts'
import { createFramer, encodePacket, noProperties, type Packet, type PublishPacket } from './index.ts'
import type { AnyProperties } from './properties.ts'

// The reference is mqtt-packet, the codec of MQTT.js: it must decode our packets like its own, and we must decode its
// packets to the original values.

const versions: readonly ProtocolVersion[] = [3, 4, 5]
const serverPackets = new Set(['connack', 'suback', 'unsuback', 'pingresp'])

describe('encodePacket and createFramer', () => {
  for (const version of versions) {
    test(`MQTT ${version}: every packet survives encoding and decoding`, () => {
      fc.assert(
        fc.property(packetOf(version), (packet) => {
          expect(decode(encodePacket(packet, version), packet, version)).toEqual(packet)
        }),
        { numRuns: 600 },
      )
    })

    test(`MQTT ${version}: mqtt-packet reads our packets`, () => {
      fc.assert(
        fc.property(packetOf(version), (packet) => {
          const theirs = oracle.generate(toOracle(packet), { protocolVersion: version })
          expect(oracleParse(encodePacket(packet, version), version)).toEqual(oracleParse(theirs, version))
        }),
        { numRuns: 600 },
      )
    })

    test(`MQTT ${version}: our decoder reads packets of mqtt-packet`, () => {
      fc.assert(
        fc.property(packetOf(version), (packet) => {
          const theirs = oracle.generate(toOracle(packet), { protocolVersion: version })
          expect(decode(theirs, packet, version)).toEqual(packet)
        }),
        { numRuns: 600 },
      )
    })
  }

  test('user properties keep their order and may repeat a name [MQTT-3.3.2-18]', () => {
    const userProperties = [
      ['b', '1'],
      ['a', '2'],
      ['b', '3'],
    ] as const
    const packet: Packet = { ...publish, properties: { userProperties } }
    expect(decode(encodePacket(packet, 5), packet, 5)).toEqual(packet)
  })

  test('a byte order mark stays in a string [MQTT-1.5.4-3]', () => {
    const packet: Packet = { ...publish, topic: '\uFEFFa' }
    expect(decode(encodePacket(packet, 4), packet, 4)).toMatchObject({ topic: '\uFEFFa' })
  })

  test('a string or packet too long for MQTT is not encoded', () => {
    expect(() => encodePacket({ ...publish, topic: 'x'.repeat(65_536) }, 4)).toThrow(RangeError)
    const filters = [{ topic: 'ä'.repeat(32_768), qos: 0, nl: 0, rap: 0, rh: 0 }] as const
    expect(() => encodePacket({ type: 'subscribe', packetId: 1, filters, properties: noProperties }, 4)).toThrow(
      RangeError,
    )
  })

  test('reason codes of 5.0 become return codes of 3.1.1', () => {
    const connack = (reasonCode: number) =>
      encodePacket({ type: 'connack', sessionPresent: false, reasonCode, properties: {} }, 4)[3]
    expect([0x84, 0x85, 0x88, 0x86, 0x87, 0x8a, 0x97].map(connack)).toEqual([1, 2, 3, 4, 5, 5, 3])
    expect(encodePacket({ type: 'suback', packetId: 1, reasonCodes: [0, 2, 0x87], properties: {} }, 4)).toEqual(
      Buffer.from([0x90, 5, 0, 1, 0, 2, 0x80]),
    )
  })
})

const publish: PublishPacket = {
  type: 'publish',
  topic: 'a',
  payload: Buffer.from('x'),
  qos: 0,
  retain: false,
  dup: false,
  packetId: 0,
  properties: noProperties,
}

function decode(bytes: Buffer, packet: Packet, version: ProtocolVersion): Packet | undefined {
  const framer = createFramer({
    maxPacketSize: 0xfff_ffff,
    strict: false,
    peer: serverPackets.has(packet.type) || hasServerProperties(packet) ? 'server' : 'client',
    ...(packet.type !== 'connect' && { version }),
  })
  framer.push(bytes)
  const decoded = framer.next()
  expect(framer.next()).toBeUndefined()
  expect(framer.buffered).toBe(0)
  return decoded
}

const hasServerProperties = (packet: Packet) =>
  packet.type === 'publish' && packet.properties.subscriptionIdentifiers !== undefined

function oracleParse(bytes: Buffer, version: ProtocolVersion): unknown {
  const packets: oracle.Packet[] = []
  const parser = oracle.parser({ protocolVersion: version })
  parser.on('packet', (packet) => packets.push(packet))
  parser.on('error', (error) => {
    throw error
  })
  parser.parse(bytes)
  expect(packets).toHaveLength(1)
  // Not compared: 5.0 allows reason code 0 and empty properties to be omitted, so lengths can differ.
  return { ...packets[0], length: undefined }
}

function toOracle(packet: Packet): oracle.Packet {
  switch (packet.type) {
    case 'connect':
      // `bridgeMode` is missing in its types.
      return withBridgeMode(packet.isBridge, {
        cmd: 'connect',
        protocolId: packet.protocolName,
        protocolVersion: packet.protocolVersion,
        clean: packet.cleanStart,
        keepalive: packet.keepalive,
        clientId: packet.clientId,
        ...(packet.username !== undefined && { username: packet.username }),
        ...(packet.password !== undefined && { password: Buffer.from(packet.password) }),
        ...(packet.will !== undefined && {
          will: {
            topic: packet.will.topic,
            qos: packet.will.qos,
            retain: packet.will.retain,
            payload: Buffer.from(packet.will.payload),
            ...toOracleProperties(packet.will.properties),
          },
        }),
        ...toOracleProperties(packet.properties),
      })
    case 'connack': {
      const { reasonCode, sessionPresent } = packet
      return {
        cmd: 'connack',
        sessionPresent,
        reasonCode,
        returnCode: reasonCode,
        ...toOracleProperties(packet.properties),
      }
    }
    case 'publish': {
      const { topic, qos, retain, dup, packetId } = packet
      const payload = Buffer.from(packet.payload)
      return {
        cmd: 'publish',
        topic,
        qos,
        retain,
        dup,
        messageId: packetId,
        payload,
        ...toOracleProperties(packet.properties),
      }
    }
    case 'puback':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp': {
      const { type, packetId, reasonCode } = packet
      return { cmd: type, messageId: packetId, reasonCode, ...toOracleProperties(packet.properties) }
    }
    case 'subscribe':
      return {
        cmd: 'subscribe',
        messageId: packet.packetId,
        subscriptions: packet.filters.map(({ topic, qos, nl, rap, rh }) => ({
          topic,
          qos,
          nl: nl === 1,
          rap: rap === 1,
          rh,
        })),
        ...toOracleProperties(packet.properties),
      }
    case 'suback':
    case 'unsuback': {
      const { type, packetId, reasonCodes } = packet
      return { cmd: type, messageId: packetId, granted: [...reasonCodes], ...toOracleProperties(packet.properties) }
    }
    case 'unsubscribe': {
      const { packetId, topics } = packet
      return {
        cmd: 'unsubscribe',
        messageId: packetId,
        unsubscriptions: [...topics],
        ...toOracleProperties(packet.properties),
      }
    }
    case 'disconnect':
    case 'auth':
      return { cmd: packet.type, reasonCode: packet.reasonCode, ...toOracleProperties(packet.properties) }
    default:
      return { cmd: packet.type }
  }
}

const withBridgeMode = <P extends object>(bridgeMode: boolean, packet: P) => ({ ...packet, bridgeMode })

/** mqtt-packet has other names and formats for a few properties. */
function toOracleProperties(properties: AnyProperties): object {
  if (Object.keys(properties).length === 0) return {}
  const { userProperties, payloadFormatIndicator, maximumQos, subscriptionIdentifiers, ...same } = properties
  return {
    properties: {
      ...same,
      ...(userProperties && { userProperties: Object.fromEntries(userProperties) }),
      ...(payloadFormatIndicator !== undefined && { payloadFormatIndicator: payloadFormatIndicator === 1 }),
      ...(maximumQos !== undefined && { maximumQoS: maximumQos }),
      ...(subscriptionIdentifiers && { subscriptionIdentifier: subscriptionIdentifiers }),
    },
  }
}
