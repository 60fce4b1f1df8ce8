import type { DecodeContext } from './context.ts'
import { type AuthPacket, noProperties } from './packet.ts'
import { readProperties, writeProperties } from './properties.ts'
import type { Reader } from './reader.ts'
import { checkReasonCode } from './reason-codes.ts'
import type { Writer } from './writer.ts'

export function parseAuth(reader: Reader, { strict }: DecodeContext): AuthPacket {
  // An empty body is reason code 0 (3.15.2.1).
  if (reader.remaining === 0) return { type: 'auth', reasonCode: 0, properties: noProperties }
  const reasonCode = reader.byte()
  checkReasonCode('auth', reasonCode)
  const properties = reader.remaining > 0 ? readProperties(reader, 'auth', strict) : noProperties
  reader.finish()
  return { type: 'auth', reasonCode, properties }
}

export function writeAuth(writer: Writer, packet: AuthPacket): Buffer {
  writer.begin().byte(packet.reasonCode)
  writeProperties(writer, packet.properties, 'auth')
  return writer.end(0xf0)
}
