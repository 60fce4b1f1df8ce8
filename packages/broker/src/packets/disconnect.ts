import type { ProtocolVersion } from '../types.ts'
import type { DecodeContext } from './context.ts'
import { type DisconnectPacket, noProperties } from './packet.ts'
import { readProperties, writeProperties } from './properties.ts'
import type { Reader } from './reader.ts'
import { checkReasonCode } from './reason-codes.ts'
import { protocolError } from './reason-error.ts'
import type { Writer } from './writer.ts'

const normal: DisconnectPacket = { type: 'disconnect', reasonCode: 0, properties: noProperties }

export function parseDisconnect(reader: Reader, context: DecodeContext): DisconnectPacket {
  // In MQTT 5 an empty body is reason code 0 (3.14.2.1); before, it is always empty.
  if (context.version !== 5 || reader.remaining === 0) {
    reader.finish()
    return normal
  }
  const reasonCode = reader.byte()
  checkReasonCode('disconnect', reasonCode)
  const properties = reader.remaining > 0 ? readProperties(reader, 'disconnect', context.strict) : noProperties
  reader.finish()
  if (!context.fromClient && properties.sessionExpiryInterval !== undefined)
    throw protocolError('a server cannot set the session expiry interval', 'MQTT-3.14.2-2')
  return { type: 'disconnect', reasonCode, properties }
}

export function writeDisconnect(writer: Writer, packet: DisconnectPacket, version: ProtocolVersion): Buffer {
  writer.begin()
  if (version === 5) {
    writer.byte(packet.reasonCode)
    writeProperties(writer, packet.properties, 'disconnect')
  }
  return writer.end(0xe0)
}
