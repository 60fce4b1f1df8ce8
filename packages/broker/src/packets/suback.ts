import type { ProtocolVersion } from '../types.ts'
import { readPacketId } from './acks.ts'
import type { DecodeContext } from './context.ts'
import { noProperties, type SubackPacket } from './packet.ts'
import { readProperties, writeProperties } from './properties.ts'
import type { Reader } from './reader.ts'
import { checkReasonCode } from './reason-codes.ts'
import { malformed } from './reason-error.ts'
import type { Writer } from './writer.ts'

export function parseSuback(reader: Reader, { version, strict }: DecodeContext): SubackPacket {
  const packetId = readPacketId(reader)
  const properties = version === 5 ? readProperties(reader, 'suback', strict) : noProperties
  const reasonCodes = [...reader.take(reader.remaining)]
  for (const code of reasonCodes) {
    if (version === 5) checkReasonCode('suback', code)
    else if (code > 2 && code !== 0x80) throw malformed('a return code of SUBACK is reserved', 'MQTT-3.9.3-2')
  }
  return { type: 'suback', packetId, reasonCodes, properties }
}

/** 3.1 and 3.1.1 have only one failure code: 0x80. */
export function writeSuback(writer: Writer, packet: SubackPacket, version: ProtocolVersion): Buffer {
  writer.begin().uint16(packet.packetId)
  if (version === 5) writeProperties(writer, packet.properties, 'suback')
  for (const code of packet.reasonCodes) writer.byte(version !== 5 && code > 2 ? 0x80 : code)
  return writer.end(0x90)
}
