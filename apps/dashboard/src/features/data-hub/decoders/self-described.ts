import { decode, ExtData } from '@msgpack/msgpack'
import { decode as decodeCborValue } from 'cborg'
import { type Decoded, reject, toJsonText } from './decoded.ts'

/** CBOR (RFC 8949). Tags are shown by number. @throws {DecodeError} */
export function decodeCbor(bytes: Uint8Array): Decoded {
  try {
    return toDecoded(decodeCborValue(bytes, { allowBigInt: true, useMaps: true, tags: allTags }))
  } catch (error) {
    return reject('notCbor', { detail: error instanceof Error ? error.message : undefined })
  }
}

/** @throws {DecodeError} */
export function decodeMessagePack(bytes: Uint8Array): Decoded {
  try {
    return toDecoded(decode(bytes, { useBigInt64: true, mapKeyConverter: toKey }))
  } catch (error) {
    return reject('notMessagePack', { detail: error instanceof Error ? error.message : undefined })
  }
}

const toKey = (key: unknown): string => (typeof key === 'string' ? key : String(key))

/** A decoder for every tag number. */
const allTags = new Proxy<Record<number, (decodeContent: () => unknown) => unknown>>(
  {},
  {
    get: (_, tag) => (decodeContent: () => unknown) => new TaggedValue(Number(String(tag)), decodeContent()),
    has: () => true,
  },
)

class TaggedValue {
  readonly tag: number
  readonly content: unknown
  constructor(tag: number, content: unknown) {
    this.tag = tag
    this.content = content
  }
}

function toDecoded(value: unknown): Decoded {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value
  if (typeof value === 'bigint' || typeof value === 'string' || value instanceof Uint8Array) return value
  if (Array.isArray(value)) return value.map(toDecoded)
  if (value instanceof Map)
    return new Map([...value].map(([key, one]: [unknown, unknown]) => [keyText(key), toDecoded(one)]))
  if (value instanceof TaggedValue)
    return new Map<string, Decoded>([
      ['tag', value.tag],
      ['value', toDecoded(value.content)],
    ])
  // MessagePack: extension types, among them dates.
  if (value instanceof ExtData)
    return new Map<string, Decoded>([
      ['type', value.type],
      ['data', typeof value.data === 'function' ? value.data(0) : value.data],
    ])
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return new Map(Object.entries(value).map(([key, one]) => [key, toDecoded(one)]))
  return String(value)
}

const keyText = (key: unknown): string => (typeof key === 'string' ? key : toJsonText(toDecoded(key)))
