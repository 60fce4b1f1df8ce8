import type { ProtocolVersion, Qos } from '../types.ts'
import type { DecodeContext } from './context.ts'
import { type ConnectPacket, noProperties, type Will } from './packet.ts'
import { readProperties, writeProperties } from './properties.ts'
import type { Reader } from './reader.ts'
import { malformed, ReasonError } from './reason-error.ts'
import type { Writer } from './writer.ts'

const userNameFlag = 0x80
const passwordFlag = 0x40
const willRetainFlag = 0x20
const willFlag = 0x04
const cleanStartFlag = 0x02
const reservedFlag = 0x01

/**
 * Reads protocol name and level, which determine the format of the rest. `refusedIn` is called before an error is thrown
 * for a level above 5: the response then has the format of MQTT 5, as in EMQX.
 * @throws ReasonError 0x84 for a protocol other than 3.1, 3.1.1 and 5.0 [MQTT-3.1.2-1, MQTT-3.1.2-2]
 */
export function readProtocol(
  reader: Reader,
  refusedIn: (version: ProtocolVersion) => void,
): Pick<ConnectPacket, 'protocolName' | 'protocolVersion' | 'isBridge'> {
  const protocolName = reader.string(false)
  const level = reader.byte()
  // Mosquitto bridges set the highest bit.
  const isBridge = level >= 0x80
  const protocolVersion = isBridge ? level - 0x80 : level
  if (protocolName === 'MQTT' && (protocolVersion === 4 || protocolVersion === 5))
    return { protocolName, protocolVersion, isBridge }
  if (protocolName === 'MQIsdp' && protocolVersion === 3) return { protocolName, protocolVersion, isBridge }
  if (protocolVersion > 5) refusedIn(5)
  throw protocolName === 'MQTT' || protocolName === 'MQIsdp'
    ? unsupportedVersion('MQTT-3.1.2-2', `protocol level ${level} of ${protocolName} is not supported`)
    : unsupportedVersion('MQTT-3.1.2-1', 'the protocol name is not that of MQTT')
}

/** Reads the rest of CONNECT after `readProtocol`. */
export function parseConnect(
  reader: Reader,
  protocol: ReturnType<typeof readProtocol>,
  context: DecodeContext,
): ConnectPacket {
  const { strict } = context
  const flags = reader.byte()
  checkFlags(flags, protocol.protocolVersion, strict)
  const keepalive = reader.uint16()
  const properties = protocol.protocolVersion === 5 ? readProperties(reader, 'connect', strict) : noProperties
  const clientId = reader.string(strict)
  const will = flags & willFlag ? readWill(reader, flags, protocol.protocolVersion, strict) : undefined
  const username = flags & userNameFlag ? reader.string(strict) : undefined
  const password = flags & passwordFlag ? reader.binary() : undefined
  reader.finish()
  return {
    type: 'connect',
    ...protocol,
    cleanStart: (flags & cleanStartFlag) !== 0,
    keepalive,
    clientId,
    will,
    username,
    password,
    properties,
  }
}

export function writeConnect(writer: Writer, packet: ConnectPacket): Buffer {
  const { will, username, password } = packet
  writer
    .begin()
    .string(packet.protocolName)
    .byte(packet.protocolVersion + (packet.isBridge ? 0x80 : 0))
  writer
    .byte(
      (username === undefined ? 0 : userNameFlag) |
        (password === undefined ? 0 : passwordFlag) |
        (will === undefined ? 0 : willFlag | (will.qos << 3) | (will.retain ? willRetainFlag : 0)) |
        (packet.cleanStart ? cleanStartFlag : 0),
    )
    .uint16(packet.keepalive)
  if (packet.protocolVersion === 5) writeProperties(writer, packet.properties, 'connect')
  writer.string(packet.clientId)
  if (will !== undefined) {
    if (packet.protocolVersion === 5) writeProperties(writer, will.properties, 'will')
    writer.string(will.topic).binary(will.payload)
  }
  if (username !== undefined) writer.string(username)
  if (password !== undefined) writer.binary(password)
  return writer.end(0x10)
}

function checkFlags(flags: number, version: ProtocolVersion, strict: boolean): void {
  if (flags & reservedFlag) throw malformed('the reserved flag of CONNECT is set', 'MQTT-3.1.2-3')
  if (!(flags & willFlag)) {
    if (willQosOf(flags) !== 0) throw malformed('a will QoS without a will', 'MQTT-3.1.2-11')
    if (flags & willRetainFlag) throw malformed('will retain without a will', 'MQTT-3.1.2-13')
  }
  if (willQosOf(flags) === 3) throw malformed('will QoS 3', 'MQTT-3.1.2-12')
  // A MUST of 3.1.1 that clients with a token as password violate; MQTT 5 allows it.
  if (strict && version !== 5 && flags & passwordFlag && !(flags & userNameFlag))
    throw malformed('a password without a user name', 'MQTT-3.1.2-22')
}

const willQosOf = (flags: number) => (flags >> 3) & 3

function readWill(reader: Reader, flags: number, version: ProtocolVersion, strict: boolean): Will {
  const properties = version === 5 ? readProperties(reader, 'will', strict) : noProperties
  const topic = reader.string(strict)
  if (topic === '' || /[+#]/.test(topic))
    throw new ReasonError(0x90, 'topic_name_invalid', 'MQTT-4.7.3-1', 'the topic of the will is not a topic name')
  return {
    topic,
    payload: reader.binary(),
    // checkFlags refused 3.
    qos: willQosOf(flags) as Qos,
    retain: (flags & willRetainFlag) !== 0,
    properties,
  }
}

const unsupportedVersion = (clause: string, message: string) =>
  new ReasonError(0x84, 'unsupported_protocol_version', clause, message)
