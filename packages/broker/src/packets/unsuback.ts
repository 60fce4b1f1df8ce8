import type { ProtocolVersion } from '../types.ts'
import { readPacketId } from './acks.ts'
import type { DecodeContext } from './context.ts'
import { noProperties, type UnsubackPacket } from './packet.ts'
import { readProperties, writeProperties } from './properties.ts'
import type { Reader } from './reader.ts'
import { checkReasonCode } from './reason-codes.ts'
import type { Writer } from './writer.ts'

export function parseUnsuback(reader: Reader, { version, strict }: DecodeContext): UnsubackPacket {
  const packetId = readPacketId(reader)
  if (version !== 5) {
    reader.finish()
    return { type: 'unsuback', packetId, reasonCodes: [], properties: noProperties }
  }
  const properties = readProperties(reader, 'unsuback', strict)
  const reasonCodes = [...reader.take(reader.remaining)]
  for (const code of reasonCodes) checkReasonCode('unsuback', code)
  return { type: 'unsuback', packetId, reasonCodes, properties }
}

export function writeUnsuback(writer: Writer, packet: UnsubackPacket, version: ProtocolVersion): Buffer {
  writer.begin().uint16(packet.packetId)
  if (version === 5) {
    writeProperties(writer, packet.properties, 'unsuback')
    for (const code of packet.reasonCodes) writer.byte(code)
  }
  return writer.end(0xb0)
}
