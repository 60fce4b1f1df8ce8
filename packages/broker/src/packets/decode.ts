import { parseAck } from './acks.ts'
import { parseAuth } from './auth.ts'
import { parseConnack } from './connack.ts'
import type { DecodeContext } from './context.ts'
import { parseDisconnect } from './disconnect.ts'
import type { Packet, PingreqPacket, PingrespPacket } from './packet.ts'
import { parsePublish } from './publish.ts'
import type { Reader } from './reader.ts'
import { malformed, protocolError } from './reason-error.ts'
import { parseSuback } from './suback.ts'
import { parseSubscribe } from './subscribe.ts'
import { parseUnsuback } from './unsuback.ts'
import { parseUnsubscribe } from './unsubscribe.ts'

const pingreq: PingreqPacket = { type: 'pingreq' }
const pingresp: PingrespPacket = { type: 'pingresp' }

/** Packets with fixed flags, and the clauses that require them; all others have 0000 [MQTT-2.1.3-1]. */
const flagsOf: readonly number[] = [0, 0, 0, -1, 0, 0, 2, 0, 2, 0, 2, 0, 0, 0, 0, 0]
const flagClauses: Readonly<Record<number, string>> = {
  6: 'MQTT-3.6.1-1',
  8: 'MQTT-3.8.1-1',
  10: 'MQTT-3.10.1-1',
  14: 'MQTT-3.14.1-1',
  15: 'MQTT-3.15.1-1',
}

/** Only servers send CONNACK, SUBACK, UNSUBACK and PINGRESP (table 2-1). */
const fromServer = new Set([2, 9, 11, 13])
/** Only clients send CONNECT, SUBSCRIBE, UNSUBSCRIBE and PINGREQ. */
const fromClient = new Set([1, 8, 10, 12])

/**
 * Checks that only need the first byte, before the length of the packet is known.
 * @throws ReasonError 0x81 or 0x82
 */
export function checkFirstByte(firstByte: number, context: DecodeContext): void {
  const type = firstByte >> 4
  if (type === 3) return
  // Type 15 was added in MQTT 5.
  if (type === 0 || (type === 15 && context.version !== 5)) throw malformed(`packet type ${type} is reserved`)
  // 3.1 resends PUBREL, SUBSCRIBE and UNSUBSCRIBE with DUP set, like PUBLISH (3.1, 2.1).
  const flags = firstByte & (context.version === 3 && flagsOf[type] === 2 ? 0x07 : 0x0f)
  if (flags !== flagsOf[type])
    throw malformed('reserved flags of the fixed header are wrong', flagClauses[type] ?? 'MQTT-2.1.3-1')
  if ((context.fromClient ? fromServer : fromClient).has(type))
    throw protocolError(`packet type ${type} goes the other way`)
}

/** Reads the body of any packet except CONNECT, after `checkFirstByte`. */
export function decodeBody(firstByte: number, reader: Reader, context: DecodeContext): Packet {
  switch (firstByte >> 4) {
    case 3:
      return parsePublish(reader, firstByte & 0x0f, context)
    case 4:
      return parseAck('puback', reader, context)
    case 5:
      return parseAck('pubrec', reader, context)
    case 6:
      return parseAck('pubrel', reader, context)
    case 7:
      return parseAck('pubcomp', reader, context)
    case 2:
      return parseConnack(reader, context)
    case 8:
      return parseSubscribe(reader, context)
    case 9:
      return parseSuback(reader, context)
    case 10:
      return parseUnsubscribe(reader, context)
    case 11:
      return parseUnsuback(reader, context)
    case 12:
      reader.finish()
      return pingreq
    case 13:
      reader.finish()
      return pingresp
    case 14:
      return parseDisconnect(reader, context)
    case 15:
      return parseAuth(reader, context)
    default:
      throw malformed('this packet cannot stand here')
  }
}
