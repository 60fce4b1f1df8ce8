import type { Message, MessageProperties, Qos, UserProperties } from '../types.ts'

/** The first byte of every encoded message. A new layout gets a new number; old ones stay readable. */
const layout = 1

/** Bits of the flags byte: QoS in 0 and 1. */
const retainBit = 0x04
const dupBit = 0x08
const usernameBit = 0x10
const peernameBit = 0x20
const rulesBit = 0x40

/** A character that rule ids cannot contain. */
const between = '\n'

/** Bits of the properties byte. */
const formatBit = 0x01
const formatUtf8Bit = 0x02
const expiryBit = 0x04
const contentTypeBit = 0x08
const responseTopicBit = 0x10
const correlationBit = 0x20
const userPropertiesBit = 0x40

/** layout, flags, properties, id (16), timestamp (8), expiresAt (8) */
const fixedLength = 35

/**
 * Encodes a message for the disk: fixed fields, then strings, the existing properties, and the payload last.
 * Lengths have four bytes, so that anything MQTT or the REST API accepts fits.
 * @throws RangeError if the id is invalid
 */
export function encodeMessage(message: Message): Buffer {
  const { properties, from } = message
  const texts = [message.topic, from.clientId, from.protocol]
  if (from.username !== undefined) texts.push(from.username)
  if (from.peername !== undefined) texts.push(from.peername)
  if (from.rules !== undefined) texts.push(from.rules.join(between))
  if (properties.contentType !== undefined) texts.push(properties.contentType)
  if (properties.responseTopic !== undefined) texts.push(properties.responseTopic)
  const pairs = properties.userProperties ?? []
  for (const [name, value] of pairs) texts.push(name, value)

  const lengths = texts.map((text) => Buffer.byteLength(text))
  const correlation = properties.correlationData
  const total =
    fixedLength +
    lengths.reduce((sum, length) => sum + 4 + length, 0) +
    (properties.messageExpiryInterval === undefined ? 0 : 4) +
    (correlation === undefined ? 0 : 4 + correlation.length) +
    (properties.userProperties === undefined ? 0 : 4) +
    message.payload.length

  // Not from the pool, so that a stored message does not keep an 8 KB pool buffer in memory.
  const buffer = Buffer.allocUnsafeSlow(total)
  buffer[0] = layout
  buffer[1] = flagsOf(message)
  buffer[2] = propertyBitsOf(properties)
  if (buffer.write(message.id, 3, 16, 'hex') !== 16) throw new RangeError('a message id has 32 hexadecimal digits')
  buffer.writeDoubleBE(message.timestamp, 19)
  buffer.writeDoubleBE(message.expiresAt, 27)
  let at = fixedLength
  if (properties.userProperties !== undefined) at = buffer.writeUInt32BE(pairs.length, at)
  if (properties.messageExpiryInterval !== undefined) at = buffer.writeUInt32BE(properties.messageExpiryInterval, at)
  texts.forEach((text, i) => {
    at = buffer.writeUInt32BE(lengths[i] ?? 0, at)
    at += buffer.write(text, at, 'utf8')
  })
  if (correlation !== undefined) {
    at = buffer.writeUInt32BE(correlation.length, at)
    buffer.set(correlation, at)
    at += correlation.length
  }
  buffer.set(message.payload, at)
  return buffer
}

/**
 * Decodes the result of `encodeMessage`. The payload and correlation data are views of `bytes`.
 * @throws RangeError if the bytes are not a message in a known layout
 */
export function decodeMessage(bytes: Uint8Array): Message {
  const cursor = cursorOf(bytes)
  const { buffer } = cursor
  if (buffer.length < fixedLength || buffer[0] !== layout)
    throw new RangeError('not a stored message of a known layout')
  const flags = buffer[1] ?? 0
  const bits = buffer[2] ?? 0
  const pairs = bits & userPropertiesBit ? cursor.uint32() : 0
  const expiry = bits & expiryBit ? cursor.uint32() : undefined
  const topic = cursor.text()
  const clientId = cursor.text()
  const protocol = cursor.text()
  const username = flags & usernameBit ? cursor.text() : undefined
  const peername = flags & peernameBit ? cursor.text() : undefined
  const rules = flags & rulesBit ? cursor.text().split(between) : undefined
  const properties: MessageProperties = {}
  if (bits & formatBit) properties.payloadFormatIndicator = bits & formatUtf8Bit ? 1 : 0
  if (expiry !== undefined) properties.messageExpiryInterval = expiry
  if (bits & contentTypeBit) properties.contentType = cursor.text()
  if (bits & responseTopicBit) properties.responseTopic = cursor.text()
  if (bits & userPropertiesBit) properties.userProperties = readPairs(cursor, pairs)
  if (bits & correlationBit) properties.correlationData = cursor.take(cursor.uint32())
  return {
    id: buffer.toString('hex', 3, 19).toUpperCase(),
    topic,
    payload: cursor.take(cursor.remaining()),
    // encodeMessage wrote a valid QoS.
    qos: (flags & 3) as Qos,
    retain: (flags & retainBit) !== 0,
    dup: (flags & dupBit) !== 0,
    properties,
    from: { clientId, username, peername, protocol, ...(rules && { rules }) },
    timestamp: buffer.readDoubleBE(19),
    expiresAt: buffer.readDoubleBE(27),
  }
}

/**
 * Copies payload and correlation data if they are small views of a large chunk. Needed for messages that are kept longer
 * than one turn of the event loop (queues of disconnected clients, retained messages).
 */
export function ownMessage(message: Message): Message {
  const correlation = message.properties.correlationData
  const pinned = pins(message.payload) || (correlation !== undefined && pins(correlation))
  if (!pinned) return message
  const properties =
    correlation === undefined ? message.properties : { ...message.properties, correlationData: copyOf(correlation) }
  return { ...message, payload: copyOf(message.payload), properties }
}

/** True if the view keeps more than twice its size in memory. */
const pins = (view: Uint8Array) => view.buffer.byteLength > view.byteLength * 2 + 64

function copyOf(view: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(view.byteLength)
  copy.set(view)
  return copy
}

const flagsOf = (message: Message) =>
  message.qos |
  (message.retain ? retainBit : 0) |
  (message.dup ? dupBit : 0) |
  (message.from.username === undefined ? 0 : usernameBit) |
  (message.from.peername === undefined ? 0 : peernameBit) |
  (message.from.rules === undefined ? 0 : rulesBit)

const propertyBitsOf = (properties: MessageProperties) =>
  (properties.payloadFormatIndicator === undefined ? 0 : formatBit) |
  (properties.payloadFormatIndicator === 1 ? formatUtf8Bit : 0) |
  (properties.messageExpiryInterval === undefined ? 0 : expiryBit) |
  (properties.contentType === undefined ? 0 : contentTypeBit) |
  (properties.responseTopic === undefined ? 0 : responseTopicBit) |
  (properties.correlationData === undefined ? 0 : correlationBit) |
  (properties.userProperties === undefined ? 0 : userPropertiesBit)

type Cursor = ReturnType<typeof cursorOf>

function cursorOf(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = fixedLength
  const take = (length: number): Buffer => {
    if (at + length > buffer.length) throw new RangeError('a stored message ends too early')
    at += length
    return buffer.subarray(at - length, at)
  }
  const uint32 = () => take(4).readUInt32BE(0)
  return { buffer, take, uint32, text: () => take(uint32()).toString('utf8'), remaining: () => buffer.length - at }
}

function readPairs(cursor: Cursor, count: number): UserProperties {
  const pairs: [string, string][] = []
  for (let i = 0; i < count; i++) pairs.push([cursor.text(), cursor.text()])
  return pairs
}
