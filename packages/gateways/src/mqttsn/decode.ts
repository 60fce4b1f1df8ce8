import {
  type FilterRef,
  flag,
  type SnPacket,
  type SnPacketType,
  type SnQos,
  type TopicRef,
  typeCodes,
} from './packets.ts'

/** Why a datagram is not a message of MQTT-SN. */
export interface Malformed {
  readonly malformed: string
}

/**
 * Reads the message of a datagram. Never throws, because anyone can send datagrams. Payloads are parts of `bytes`, not copies.
 * Trailing bytes, reserved types and text that is not UTF-8 make the datagram malformed.
 */
export function decodePacket(bytes: Buffer): SnPacket | Malformed {
  const header = readHeader(bytes)
  if (header === undefined) return { malformed: 'the length does not match the datagram' }
  const type = typesByCode.get(bytes[header - 1] ?? -1)
  if (type === undefined) return { malformed: `unknown message type ${bytes[header - 1]}` }
  try {
    return readBody(type, new Body(bytes.subarray(header)))
  } catch (error) {
    if (error instanceof MalformedError) return { malformed: `${type}: ${error.message}` }
    throw error
  }
}

const typesByCode = new Map<number, SnPacketType>(
  // The keys of `typeCodes` are the packet types.
  Object.entries(typeCodes).map(([type, code]) => [code, type as SnPacketType]),
)

/** The number of bytes before the body, if the length field (5.2.1) is the length of the datagram. */
function readHeader(bytes: Buffer): number | undefined {
  const first = bytes[0]
  if (first === undefined) return undefined
  if (first !== 1) return first === bytes.length && first >= 2 ? 2 : undefined
  return bytes.length >= 4 && bytes.readUInt16BE(1) === bytes.length ? 4 : undefined
}

class MalformedError extends Error {}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads the fields of a message in order. */
class Body {
  #at = 0
  readonly #bytes: Buffer
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }
  byte(): number {
    return this.#take(1)[0] ?? 0
  }
  uint16(): number {
    return this.#take(2).readUInt16BE(0)
  }
  rest(): Buffer {
    return this.#take(this.left)
  }
  text(length = this.left): string {
    const bytes = this.#take(length)
    try {
      return utf8.decode(bytes)
    } catch {
      throw new MalformedError('text that is not UTF-8')
    }
  }
  end(): void {
    if (this.left > 0) throw new MalformedError(`${this.left} bytes too many`)
  }

  #take(length: number): Buffer {
    if (length > this.left) throw new MalformedError('too short')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}

function readBody(type: SnPacketType, body: Body): SnPacket {
  const packet = readFields(type, body)
  body.end()
  return packet
}

function readFields(type: SnPacketType, body: Body): SnPacket {
  switch (type) {
    case 'advertise':
      return { type, gatewayId: body.byte(), duration: body.uint16() }
    case 'searchgw':
      return { type, radius: body.byte() }
    case 'gwinfo':
      return { type, gatewayId: body.byte(), address: body.rest() }
    case 'connect': {
      const flags = body.byte()
      const is = (bit: number) => (flags & bit) !== 0
      const head = { type, will: is(flag.will), cleanSession: is(flag.cleanSession) }
      return { ...head, protocolId: body.byte(), duration: body.uint16(), clientId: body.text() }
    }
    case 'connack':
    case 'willtopicresp':
    case 'willmsgresp':
      return { type, code: body.byte() }
    case 'willtopicreq':
    case 'willmsgreq':
    case 'pingresp':
      return { type }
    case 'willtopic':
    case 'willtopicupd':
      return { type, will: body.left === 0 ? undefined : readWill(body) }
    case 'willmsg':
    case 'willmsgupd':
      return { type, payload: body.rest() }
    case 'register':
      return { type, topicId: body.uint16(), messageId: body.uint16(), topic: body.text() }
    case 'regack':
    case 'puback':
      return { type, topicId: body.uint16(), messageId: body.uint16(), code: body.byte() }
    case 'publish':
      return readPublish(body)
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
    case 'unsuback':
      return { type, messageId: body.uint16() }
    case 'subscribe':
    case 'unsubscribe': {
      const flags = body.byte()
      const head = { type, dup: (flags & flag.dup) !== 0, qos: qosOf(flags) }
      return { ...head, messageId: body.uint16(), topic: readFilter(flags, body) }
    }
    case 'suback': {
      const qos = qosOf(body.byte())
      return { type, qos, topicId: body.uint16(), messageId: body.uint16(), code: body.byte() }
    }
    case 'pingreq':
      return { type, clientId: body.left === 0 ? undefined : body.text() }
    case 'disconnect':
      return { type, duration: body.left === 0 ? undefined : body.uint16() }
  }
}

function readWill(body: Body) {
  const flags = body.byte()
  return { topic: body.text(), qos: qosOf(flags), retain: (flags & flag.retain) !== 0 }
}

function readPublish(body: Body): SnPacket {
  const flags = body.byte()
  const topic = readTopic(flags, body)
  return {
    type: 'publish',
    dup: (flags & flag.dup) !== 0,
    qos: qosOf(flags),
    retain: (flags & flag.retain) !== 0,
    topic,
    messageId: body.uint16(),
    payload: body.rest(),
  }
}

function readTopic(flags: number, body: Body): TopicRef {
  const kind = topicKinds[flags & flag.topicIdType]
  if (kind === 'short') return { kind, name: body.text(2) }
  const id = body.uint16()
  if (kind === 'predefined') return { kind, id }
  return kind === undefined ? { kind: 'reserved' } : { kind: 'registered', id }
}

function readFilter(flags: number, body: Body): FilterRef {
  const kind = topicKinds[flags & flag.topicIdType]
  if (kind === 'name') return { kind, name: body.text() }
  if (kind === 'short') return { kind, name: body.text(2) }
  if (kind === 'predefined') return { kind, id: body.uint16() }
  body.rest()
  return { kind: 'reserved' }
}

const topicKinds = ['name', 'predefined', 'short'] as const

const levels = [0, 1, 2, -1] as const
const qosOf = (flags: number): SnQos => levels[(flags & flag.qos) >> 5] ?? 0
