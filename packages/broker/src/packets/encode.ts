import type { ProtocolVersion } from '../types.ts'
import { writeAck } from './acks.ts'
import { writeAuth } from './auth.ts'
import { writeConnack } from './connack.ts'
import { writeConnect } from './connect.ts'
import { writeDisconnect } from './disconnect.ts'
import type { Packet } from './packet.ts'
import { writePublish } from './publish.ts'
import { writeSuback } from './suback.ts'
import { writeSubscribe } from './subscribe.ts'
import { writeUnsuback } from './unsuback.ts'
import { writeUnsubscribe } from './unsubscribe.ts'
import { Writer } from './writer.ts'

/** Encoding is synchronous and returns copies, so one scratch buffer is enough. */
const writer = new Writer()

const pingreq = Buffer.from([0xc0, 0])
const pingresp = Buffer.from([0xd0, 0])

/**
 * Encodes a packet for a version of MQTT (CONNECT contains its own). The result must not be changed.
 * @throws RangeError if a field or the packet is too long for MQTT
 */
export function encodePacket(packet: Packet, version: ProtocolVersion): Buffer {
  switch (packet.type) {
    case 'connect':
      return writeConnect(writer, packet)
    case 'connack':
      return writeConnack(writer, packet, version)
    case 'publish':
      return writePublish(packet, version)
    case 'puback':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
      return writeAck(packet, version)
    case 'subscribe':
      return writeSubscribe(writer, packet, version)
    case 'suback':
      return writeSuback(writer, packet, version)
    case 'unsubscribe':
      return writeUnsubscribe(writer, packet, version)
    case 'unsuback':
      return writeUnsuback(writer, packet, version)
    case 'pingreq':
      return pingreq
    case 'pingresp':
      return pingresp
    case 'disconnect':
      return writeDisconnect(writer, packet, version)
    case 'auth':
      return writeAuth(writer, packet)
  }
}
