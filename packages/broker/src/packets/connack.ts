import type { ProtocolVersion } from '../types.ts'
import type { DecodeContext } from './context.ts'
import { type ConnackPacket, noProperties } from './packet.ts'
import { readProperties, writeProperties } from './properties.ts'
import type { Reader } from './reader.ts'
import { checkReasonCode, toReturnCode } from './reason-codes.ts'
import { malformed } from './reason-error.ts'
import type { Writer } from './writer.ts'

export function parseConnack(reader: Reader, { version, strict }: DecodeContext): ConnackPacket {
  const flags = reader.byte()
  if (flags > 1) throw malformed('reserved flags of CONNACK are set', 'MQTT-3.2.2-1')
  const reasonCode = reader.byte()
  if (version === 5) checkReasonCode('connack', reasonCode)
  else if (reasonCode > 5) throw malformed('the return code of CONNACK is reserved')
  // Omitted by servers that respond to an unknown version.
  const properties = version === 5 && reader.remaining > 0 ? readProperties(reader, 'connack', strict) : noProperties
  reader.finish()
  return { type: 'connack', sessionPresent: flags === 1, reasonCode, properties }
}

/** Reason codes of MQTT 5 become return codes for 3.1 and 3.1.1. */
export function writeConnack(writer: Writer, packet: ConnackPacket, version: ProtocolVersion): Buffer {
  // 3.1 has no session present flag: the byte is reserved.
  writer.begin().byte(packet.sessionPresent && version !== 3 ? 1 : 0)
  writer.byte(version === 5 ? packet.reasonCode : toReturnCode(packet.reasonCode))
  if (version === 5) writeProperties(writer, packet.properties, 'connack')
  return writer.end(0x20)
}
