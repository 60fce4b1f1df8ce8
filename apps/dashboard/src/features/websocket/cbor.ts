import { decode, encode } from 'cborg'
import { decode as decodeJson } from 'cborg/json'
import { toBase64 } from '../../lib/payload.ts'

/** JSON as CBOR (RFC 8949), integers beyond 2^53 exactly. @throws when the text is not JSON */
export function jsonToCbor(text: string): Uint8Array {
  const value: unknown = decodeJson(new TextEncoder().encode(text.trim()), { allowBigInt: true })
  return encode(value)
}

/** CBOR as readable JSON, indented by two spaces, with byte strings in base64 and tags by number. Undefined for invalid CBOR. */
export function cborToText(bytes: Uint8Array): string | undefined {
  try {
    const value: unknown = decode(bytes, { allowBigInt: true, useMaps: true, tags: allTags })
    return JSON.stringify(toReadable(value), null, 2)
  } catch {
    return undefined
  }
}

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

function toReadable(value: unknown): unknown {
  if (value instanceof Uint8Array) return `base64:${toBase64(value)}`
  if (typeof value === 'bigint') return String(value)
  if (value === undefined) return 'undefined'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return value.map(toReadable)
  if (value instanceof Map) {
    const keyOf = (key: unknown) => (typeof key === 'string' ? key : JSON.stringify(toReadable(key)))
    return Object.fromEntries([...value].map(([key, entry]) => [keyOf(key), toReadable(entry)]))
  }
  if (value instanceof TaggedValue) return { tag: value.tag, value: toReadable(value.content) }
  return value
}
