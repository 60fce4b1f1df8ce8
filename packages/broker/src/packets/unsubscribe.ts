import type { ProtocolVersion } from '../types.ts'
import { readPacketId } from './acks.ts'
import type { DecodeContext } from './context.ts'
import { noProperties, type UnsubscribePacket } from './packet.ts'
import { readProperties, writeProperties } from './properties.ts'
import type { Reader } from './reader.ts'
import { protocolError } from './reason-error.ts'
import type { Writer } from './writer.ts'

export function parseUnsubscribe(reader: Reader, { version, strict }: DecodeContext): UnsubscribePacket {
  const packetId = readPacketId(reader)
  const properties = version === 5 ? readProperties(reader, 'unsubscribe', strict) : noProperties
  if (reader.remaining === 0) throw protocolError('UNSUBSCRIBE without a topic filter', 'MQTT-3.10.3-2')
  const topics: string[] = []
  while (reader.remaining > 0) topics.push(readFilter(reader, strict))
  return { type: 'unsubscribe', packetId, topics, properties }
}

function readFilter(reader: Reader, strict: boolean): string {
  const topic = reader.string(strict)
  if (topic === '') throw protocolError('UNSUBSCRIBE with an empty topic filter', 'MQTT-4.7.3-1')
  return topic
}

export function writeUnsubscribe(writer: Writer, packet: UnsubscribePacket, version: ProtocolVersion): Buffer {
  writer.begin().uint16(packet.packetId)
  if (version === 5) writeProperties(writer, packet.properties, 'unsubscribe')
  for (const topic of packet.topics) writer.string(topic)
  return writer.end(0xa2)
}
