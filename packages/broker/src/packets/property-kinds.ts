import type { UserProperties } from '../types.ts'
import type { Reader } from './reader.ts'
import { protocolError, ReasonError } from './reason-error.ts'
import { stringLength, varintLength, writeString, writeVarint } from './writer.ts'

/** A data type of 2.2.2.2; `length` and `put` include the identifier. */
export interface Kind<V> {
  readonly read: (reader: Reader, strict: boolean, before: V | undefined) => V
  readonly repeats: boolean
  readonly length: (value: V) => number
  readonly put: (buffer: Buffer, position: number, value: V, id: number) => number
}

export const uint16: Kind<number> = {
  repeats: false,
  read: (reader) => reader.uint16(),
  length: () => 3,
  put: (buffer, at, value, id) => buffer.writeUInt16BE(value, buffer.writeUInt8(id, at)),
}

export const uint32: Kind<number> = {
  repeats: false,
  read: (reader) => reader.uint32(),
  length: () => 5,
  put: (buffer, at, value, id) => buffer.writeUInt32BE(value, buffer.writeUInt8(id, at)),
}

const varint: Kind<number> = {
  repeats: false,
  read: (reader) => reader.varint(),
  length: (value) => 1 + varintLength(value),
  put: (buffer, at, value, id) => writeVarint(buffer, buffer.writeUInt8(id, at), value),
}

export const bit: Kind<0 | 1> = {
  repeats: false,
  read: (reader) => {
    const value = reader.byte()
    if (value !== 0 && value !== 1) throw protocolError('a property of 0 or 1 has another value')
    return value
  },
  length: () => 2,
  put: (buffer, at, value, id) => buffer.writeUInt8(value, buffer.writeUInt8(id, at)),
}

export const flag: Kind<boolean> = {
  repeats: false,
  read: (reader) => bit.read(reader, false, undefined) === 1,
  length: () => 2,
  put: (buffer, at, value, id) => bit.put(buffer, at, value ? 1 : 0, id),
}

export const string: Kind<string> = {
  repeats: false,
  read: (reader, strict) => reader.string(strict),
  length: (value) => 3 + stringLength(value),
  put: (buffer, at, value, id) => writeString(buffer, buffer.writeUInt8(id, at), value, stringLength(value)),
}

export const binary: Kind<Uint8Array> = {
  repeats: false,
  read: (reader) => reader.binary(),
  length: (value) => 3 + value.length,
  put: (buffer, at, value, id) => {
    const start = buffer.writeUInt16BE(value.length, buffer.writeUInt8(id, at))
    buffer.set(value, start)
    return start + value.length
  },
}

export const pairs: Kind<UserProperties> = {
  repeats: true,
  read: (reader, strict, before) => {
    const pair = [reader.string(strict), reader.string(strict)] as const
    return append(before, pair)
  },
  length: (value) => {
    let length = 0
    for (const [name, text] of value) length += 5 + stringLength(name) + stringLength(text)
    return length
  },
  put: (buffer, position, value, id) => {
    let at = position
    for (const [name, text] of value) {
      at = writeString(buffer, buffer.writeUInt8(id, at), name, stringLength(name))
      at = writeString(buffer, at, text, stringLength(text))
    }
    return at
  },
}

/** The array belongs to this reader; growing it in place keeps many pairs linear. */
function append<T>(before: readonly T[] | undefined, value: T): readonly T[] {
  if (before === undefined) return [value]
  ;(before as T[]).push(value)
  return before
}

/** The kind without 0; `refused` is the error message for 0. */
const positive = (kind: Kind<number>, refused: () => ReasonError): Kind<number> => ({
  ...kind,
  read: (reader, strict, before) => {
    const value = kind.read(reader, strict, before)
    if (value === 0) throw refused()
    return value
  },
})

export const subscriptionIdentifier = positive(varint, () => protocolError('subscription identifier 0 (3.8.2.1.2)'))
export const receiveMaximum = positive(uint16, () => protocolError('receive maximum 0 (3.1.2.11.3)'))
export const maximumPacketSize = positive(uint32, () => protocolError('maximum packet size 0 (3.1.2.11.4)'))
/** Has its own reason code for 0 (3.3.2.3.4). */
export const topicAlias = positive(
  uint16,
  () => new ReasonError(0x94, 'topic_alias_invalid', 'MQTT-3.3.2-8', 'topic alias 0'),
)

export const subscriptionIdentifiers: Kind<readonly number[]> = {
  repeats: true,
  read: (reader, strict, before) => append(before, subscriptionIdentifier.read(reader, strict, undefined)),
  length: (value) => value.reduce((length, id) => length + 1 + varintLength(id), 0),
  put: (buffer, position, value, id) => {
    let at = position
    for (const one of value) at = writeVarint(buffer, buffer.writeUInt8(id, at), one)
    return at
  },
}

/** Topic names only, because it is impossible to publish to an empty topic or one with a wildcard. */
export const responseTopic: Kind<string> = {
  ...string,
  read: (reader, strict) => {
    const topic = reader.string(strict)
    if (topic === '') throw protocolError('empty response topic', 'MQTT-4.7.3-1')
    if (/[+#]/.test(topic)) throw protocolError('response topic with a wildcard', 'MQTT-3.3.2-14')
    return topic
  },
}
