import type { MessageProperties, ProtocolVersion, Qos } from '../types.ts'
import type { DecodeContext } from './context.ts'
import { noProperties, type PublishPacket, type PublishProperties } from './packet.ts'
import { propertiesLength, putProperties, readProperties } from './properties.ts'
import type { Reader } from './reader.ts'
import { malformed, protocolError, ReasonError } from './reason-error.ts'
import { readTopicName } from './topic-names.ts'
import { checkRemainingLength, stringLength, varintLength, writeString, writeVarint } from './writer.ts'

/** The first byte of PUBLISH with DUP, for retries [MQTT-3.3.1-1]. */
const dupFlag = 0x08

/** The payload is a view of the received bytes. */
export function parsePublish(reader: Reader, flags: number, context: DecodeContext): PublishPacket {
  const qos = (flags >> 1) & 3
  if (qos === 3) throw malformed('PUBLISH with QoS 3', 'MQTT-3.3.1-4')
  const dup = (flags & dupFlag) !== 0
  if (dup && qos === 0) throw malformed('PUBLISH with DUP at QoS 0', 'MQTT-3.3.1-2')
  const topic = readTopicName(reader, context.strict)
  let packetId = 0
  if (qos > 0) {
    packetId = reader.uint16()
    if (packetId === 0) throw protocolError('PUBLISH with packet identifier 0', 'MQTT-2.2.1-3')
  }
  const properties = context.version === 5 ? readProperties(reader, 'publish', context.strict) : noProperties
  if (properties !== noProperties) checkProperties(properties, context)
  // An empty topic needs an alias (3.3.2.3.4): a protocol error in MQTT 5. 3.1.1 has no alias.
  if (topic === '' && properties.topicAlias === undefined) throw emptyTopic(context.version)
  return {
    type: 'publish',
    topic,
    payload: reader.take(reader.end - reader.position),
    // 3 was refused above.
    qos: qos as Qos,
    retain: (flags & 1) !== 0,
    dup,
    packetId,
    properties,
  }
}

/** One PUBLISH to one receiver. */
export function writePublish(packet: PublishPacket, version: ProtocolVersion): Buffer {
  const { buffer, packetIdOffset } = encodePublish(
    packet.topic,
    packet.payload,
    version,
    packet.qos,
    packet.retain,
    packet.properties,
  )
  if (packetIdOffset > 0) buffer.writeUInt16BE(packet.packetId, packetIdOffset)
  if (packet.dup) buffer[0] = (buffer[0] ?? 0) | dupFlag
  return buffer
}

/** A PUBLISH without its packet identifier, shared by receivers with the same version, QoS and retain flag. */
export interface EncodedPublish {
  /** Contains the whole packet. At QoS 0 it can be sent to any number of receivers; it must not be changed. */
  readonly buffer: Buffer
  /** The start of the packet in the buffer; the offsets below are relative to it. */
  readonly start: number
  readonly length: number
  /** The offset of the packet identifier, which has two bytes; 0 at QoS 0. */
  readonly packetIdOffset: number
  /** The offset of the payload; only the bytes before it differ between receivers. */
  readonly headLength: number
}

/** Encodes once for many receivers: `withPacketId` makes the packet of one of them at QoS 1 and 2. */
export const encodePublishShared = (
  message: { readonly topic: string; readonly payload: Uint8Array; readonly properties: MessageProperties },
  version: ProtocolVersion,
  qos: Qos,
  retain: boolean,
  properties: PublishProperties = message.properties,
): EncodedPublish => encodePublish(message.topic, message.payload, version, qos, retain, properties)

/** A copy with the receiver's packet identifier. */
export function withPacketId(encoded: EncodedPublish, packetId: number, dup: boolean): Buffer {
  return patched(encoded, encoded.length, packetId, dup)
}

/**
 * A copy of the bytes before the payload with the receiver's packet identifier, to be sent before the payload.
 * Saves the copy of a large payload, but costs a second write.
 */
export function headWithPacketId(encoded: EncodedPublish, packetId: number, dup: boolean): Buffer {
  return patched(encoded, encoded.headLength, packetId, dup)
}

function patched(encoded: EncodedPublish, length: number, packetId: number, dup: boolean): Buffer {
  const copy = Buffer.allocUnsafe(length)
  encoded.buffer.copy(copy, 0, encoded.start, encoded.start + length)
  const at = encoded.packetIdOffset
  copy[at] = packetId >>> 8
  copy[at + 1] = packetId & 0xff
  if (dup) copy[0] = (copy[0] ?? 0) | dupFlag
  return copy
}

/**
 * The hot path of a broker: the length is computed first, so the packet is written once into a buffer of the exact size.
 * @throws RangeError when the topic or the packet is too long for MQTT
 */
function encodePublish(
  topic: string,
  payload: Uint8Array,
  version: ProtocolVersion,
  qos: Qos,
  retain: boolean,
  properties: PublishProperties,
): EncodedPublish {
  const topicLength = stringLength(topic)
  const hasProperties = version === 5
  const bare = hasProperties ? propertiesLength(properties, 'publish') : 0
  const head = 2 + topicLength + (qos > 0 ? 2 : 0) + (hasProperties ? varintLength(bare) + bare : 0)
  const remaining = head + payload.length
  checkRemainingLength(remaining)
  const headLength = 1 + varintLength(remaining) + head
  const buffer = Buffer.allocUnsafe(headLength + payload.length)
  buffer[0] = 0x30 | (qos << 1) | (retain ? 1 : 0)
  let at = writeString(buffer, writeVarint(buffer, 1, remaining), topic, topicLength)
  const packetIdOffset = qos > 0 ? at : 0
  if (qos > 0) {
    // Always initialised, so that a packet without an identifier does not expose old memory.
    buffer[at] = 0
    buffer[at + 1] = 0
    at += 2
  }
  if (hasProperties) at = putProperties(buffer, at, properties, 'publish', bare)
  buffer.set(payload, at)
  return { buffer, start: 0, length: buffer.length, packetIdOffset, headLength }
}

function checkProperties(properties: PublishProperties, context: DecodeContext): void {
  if (context.fromClient && properties.subscriptionIdentifiers !== undefined)
    throw protocolError('a client cannot send a subscription identifier in PUBLISH', 'MQTT-3.3.4-6')
}

const emptyTopic = (version: ProtocolVersion) =>
  version === 5
    ? protocolError('PUBLISH without a topic and without a topic alias')
    : new ReasonError(0x90, 'topic_name_invalid', 'MQTT-4.7.3-1', 'PUBLISH without a topic')
