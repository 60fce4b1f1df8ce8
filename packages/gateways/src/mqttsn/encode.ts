import {
  type FilterRef,
  flag,
  type SnPacket,
  type SnQos,
  type TopicRef,
  typeCodes,
  type WillHeader,
} from './packets.ts'

/** The length field has two bytes. */
export const maxPacketLength = 0xffff

/** @throws RangeError if the message is longer than 65 535 bytes */
export function encodePacket(packet: SnPacket): Buffer {
  const body = bodyOf(packet)
  const short = body.length + 2
  const code = typeCodes[packet.type]
  if (short <= 0xff) return Buffer.concat([Buffer.from([short, code]), body])
  const length = body.length + 4
  if (length > maxPacketLength) throw new RangeError(`${packet.type} has ${length} bytes, more than ${maxPacketLength}`)
  return Buffer.concat([Buffer.from([1, length >> 8, length & 0xff, code]), body])
}

function bodyOf(packet: SnPacket): Buffer {
  switch (packet.type) {
    case 'advertise':
      return bytes(packet.gatewayId, ...uint16(packet.duration))
    case 'searchgw':
      return bytes(packet.radius)
    case 'gwinfo':
      return Buffer.concat([bytes(packet.gatewayId), packet.address])
    case 'connect': {
      const flags = (packet.will ? flag.will : 0) | (packet.cleanSession ? flag.cleanSession : 0)
      return withText(bytes(flags, packet.protocolId, ...uint16(packet.duration)), packet.clientId)
    }
    case 'connack':
    case 'willtopicresp':
    case 'willmsgresp':
      return bytes(packet.code)
    case 'willtopicreq':
    case 'willmsgreq':
    case 'pingresp':
      return Buffer.alloc(0)
    case 'willtopic':
    case 'willtopicupd':
      return packet.will ? willOf(packet.will) : Buffer.alloc(0)
    case 'willmsg':
    case 'willmsgupd':
      return packet.payload
    case 'register':
      return withText(bytes(...uint16(packet.topicId), ...uint16(packet.messageId)), packet.topic)
    case 'regack':
    case 'puback':
      return bytes(...uint16(packet.topicId), ...uint16(packet.messageId), packet.code)
    case 'publish': {
      const flags =
        dupBit(packet.dup) | qosBits(packet.qos) | (packet.retain ? flag.retain : 0) | typeBits(packet.topic)
      const head = Buffer.concat([bytes(flags), topicBytes(packet.topic), bytes(...uint16(packet.messageId))])
      return Buffer.concat([head, packet.payload])
    }
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
    case 'unsuback':
      return bytes(...uint16(packet.messageId))
    case 'subscribe':
    case 'unsubscribe': {
      const flags = dupBit(packet.dup) | qosBits(packet.qos) | typeBits(packet.topic)
      return Buffer.concat([bytes(flags, ...uint16(packet.messageId)), topicBytes(packet.topic)])
    }
    case 'suback':
      return bytes(qosBits(packet.qos), ...uint16(packet.topicId), ...uint16(packet.messageId), packet.code)
    case 'pingreq':
      return Buffer.from(packet.clientId ?? '')
    case 'disconnect':
      return packet.duration === undefined ? Buffer.alloc(0) : bytes(...uint16(packet.duration))
  }
}

const bytes = (...values: readonly number[]) => Buffer.from(values)
const uint16 = (value: number) => [value >> 8, value & 0xff] as const
const withText = (head: Buffer, text: string) => Buffer.concat([head, Buffer.from(text)])
const willOf = ({ topic, qos, retain }: WillHeader) => withText(bytes(qosBits(qos) | (retain ? flag.retain : 0)), topic)

const dupBit = (dup: boolean) => (dup ? flag.dup : 0)
const qosBits = (qos: SnQos) => (qos & 3) << 5

const typeBits = ({ kind }: TopicRef | FilterRef) =>
  kind === 'predefined' ? 1 : kind === 'short' ? 2 : kind === 'reserved' ? 3 : 0

/** A topic in a message: an identifier, the two bytes of a short topic, or a name. */
function topicBytes(topic: TopicRef | FilterRef): Buffer {
  if (topic.kind === 'reserved') return bytes(0, 0)
  return topic.kind === 'short' || topic.kind === 'name' ? Buffer.from(topic.name) : bytes(...uint16(topic.id))
}

/** The field TopicId of an acknowledgement. */
export const topicIdOf = (topic: TopicRef): number => topicBytes(topic).readUInt16BE(0)
