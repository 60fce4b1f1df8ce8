import type { ProtocolVersion } from '../types.ts'
import type { DecodeContext } from './context.ts'
import { type AckPacket, type AckType, noProperties, type ReasonProperties } from './packet.ts'
import { propertiesLength, putProperties, readProperties } from './properties.ts'
import type { Reader } from './reader.ts'
import { checkReasonCode } from './reason-codes.ts'
import { protocolError } from './reason-error.ts'
import { checkRemainingLength, varintLength, writeVarint } from './writer.ts'

/** PUBREL has the reserved flags 0010 [MQTT-3.6.1-1]. */
const firstBytes: Readonly<Record<AckType, number>> = { puback: 0x40, pubrec: 0x50, pubrel: 0x62, pubcomp: 0x70 }

/** PUBACK, PUBREC, PUBREL and PUBCOMP: packet identifier, then in MQTT 5 reason code and properties unless they are the default. */
export function parseAck(type: AckType, reader: Reader, { version, strict }: DecodeContext): AckPacket {
  const packetId = readPacketId(reader)
  if (version !== 5 || reader.remaining === 0) {
    reader.finish()
    return { type, packetId, reasonCode: 0, properties: noProperties }
  }
  const reasonCode = reader.byte()
  checkReasonCode(type, reasonCode)
  // Empty properties can be omitted (3.4.2.2.1).
  const properties = reader.remaining > 0 ? readProperties(reader, type, strict) : noProperties
  reader.finish()
  return { type, packetId, reasonCode, properties }
}

export const writeAck = (packet: AckPacket, version: ProtocolVersion): Buffer =>
  encodeAck(packet.type, packet.packetId, version, packet.reasonCode, packet.properties)

/** Encodes an acknowledgement directly, in its shortest form. 3.1 and 3.1.1 have no reason codes. */
export function encodeAck(
  type: AckType,
  packetId: number,
  version: ProtocolVersion,
  reasonCode = 0,
  properties: ReasonProperties = noProperties,
): Buffer {
  if (version !== 5) return shortAck(type, packetId)
  const length = propertiesLength(properties, type)
  if (length === 0 && reasonCode === 0) return shortAck(type, packetId)
  const remaining = 3 + (length === 0 ? 0 : varintLength(length) + length)
  checkRemainingLength(remaining)
  const buffer = Buffer.allocUnsafe(1 + varintLength(remaining) + remaining)
  buffer[0] = firstBytes[type]
  let at = buffer.writeUInt16BE(packetId, writeVarint(buffer, 1, remaining))
  at = buffer.writeUInt8(reasonCode, at)
  if (length > 0) putProperties(buffer, at, properties, type, length)
  return buffer
}

function shortAck(type: AckType, packetId: number): Buffer {
  const buffer = Buffer.allocUnsafe(4)
  buffer[0] = firstBytes[type]
  buffer[1] = 2
  buffer[2] = packetId >>> 8
  buffer[3] = packetId & 0xff
  return buffer
}

/** @throws ReasonError 0x82 for 0, which is not a valid packet identifier [MQTT-2.2.1-3] */
export function readPacketId(reader: Reader): number {
  const packetId = reader.uint16()
  if (packetId === 0) throw protocolError('packet identifier 0', 'MQTT-2.2.1-3')
  return packetId
}
