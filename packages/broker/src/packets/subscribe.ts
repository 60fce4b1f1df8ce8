import type { ProtocolVersion, Qos } from '../types.ts'
import { readPacketId } from './acks.ts'
import type { DecodeContext } from './context.ts'
import { noProperties, type RequestedFilter, type SubscribePacket } from './packet.ts'
import { readProperties, writeProperties } from './properties.ts'
import type { Reader } from './reader.ts'
import { malformed, protocolError } from './reason-error.ts'
import type { Writer } from './writer.ts'

export function parseSubscribe(reader: Reader, { version, strict }: DecodeContext): SubscribePacket {
  const packetId = readPacketId(reader)
  const properties = version === 5 ? readProperties(reader, 'subscribe', strict) : noProperties
  if (reader.remaining === 0) throw protocolError('SUBSCRIBE without a topic filter', 'MQTT-3.8.3-2')
  const filters: RequestedFilter[] = []
  while (reader.remaining > 0) filters.push(readFilter(reader, version, strict))
  return { type: 'subscribe', packetId, filters, properties }
}

export function writeSubscribe(writer: Writer, packet: SubscribePacket, version: ProtocolVersion): Buffer {
  writer.begin().uint16(packet.packetId)
  if (version === 5) writeProperties(writer, packet.properties, 'subscribe')
  for (const { topic, qos, nl, rap, rh } of packet.filters)
    writer.string(topic).byte(version === 5 ? qos | (nl << 2) | (rap << 3) | (rh << 4) : qos)
  return writer.end(0x82)
}

function readFilter(reader: Reader, version: ProtocolVersion, strict: boolean): RequestedFilter {
  const topic = reader.string(strict)
  const options = reader.byte()
  const reserved = version === 5 ? 0xc0 : 0xfc
  if (options & reserved) throw malformed('reserved bits of the subscription options are set', 'MQTT-3.8.3-5')
  const qos = options & 3
  if (qos === 3)
    throw version === 5
      ? protocolError('a subscription with QoS 3 (3.8.3.1)')
      : malformed('a subscription with QoS 3', 'MQTT-3-8.3-4')
  const retainHandling = (options >> 4) & 3
  if (retainHandling === 3) throw protocolError('retain handling 3 (3.8.3.1)')
  return {
    topic,
    // 3 was refused above, for both.
    qos: qos as Qos,
    nl: options & 4 ? 1 : 0,
    rap: options & 8 ? 1 : 0,
    rh: retainHandling as 0 | 1 | 2,
  }
}
