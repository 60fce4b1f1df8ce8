import { decode, encode } from 'cborg'
import { decode as decodeJson } from 'cborg/json'
import { toBase64 } from '../../lib/payload.ts'

/** JSON as CBOR (RFC 8949), integers beyond 2^53 exactly. @throws when the text is not JSON */
export function jsonToCbor(text: string): Uint8Array {
  const value: unknown = decodeJson(new TextEncoder().encode(text.trim()), { allowBigInt: true })
  return encode(value)
}

/** CBOR to be read: JSON with two spaces of indentation, byte strings as base64 and tags by their number. Undefined for what is none. */
export function cborToText(bytes: Uint8Array): string | undefined {
  try {
    const value: unknown = decode(bytes, { allowBigInt: true, useMaps: true, tags: everyTag })
    return JSON.stringify(toShown(value), null, 2)
  } catch {
    return undefined
  }
}

/** The decoder asks by number; this answers for all of them. */
const everyTag = new Proxy<Record<number, (decodeContent: () => unknown) => unknown>>(
  {},
  {
    get: (_, tag) => (decodeContent: () => unknown) => new Tagged(Number(String(tag)), decodeContent()),
    has: () => true,
  },
)

class Tagged {
  readonly tag: number
  readonly content: unknown
  constructor(tag: number, content: unknown) {
    this.tag = tag
    this.content = content
  }
}

function toShown(value: unknown): unknown {
  if (value instanceof Uint8Array) return `base64:${toBase64(value)}`
  if (typeof value === 'bigint') return String(value)
  if (value === undefined) return 'undefined'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return value.map(toShown)
  if (value instanceof Map) {
    const keyOf = (key: unknown) => (typeof key === 'string' ? key : JSON.stringify(toShown(key)))
    return Object.fromEntries([...value].map(([key, one]) => [keyOf(key), toShown(one)]))
  }
  if (value instanceof Tagged) return { tag: value.tag, value: toShown(value.content) }
  return value
}
