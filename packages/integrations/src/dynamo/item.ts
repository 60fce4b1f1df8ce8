import { isRecord } from '@mqdeck/contract'
import { encodeJson } from '@mqdeck/kit/json'
import { ruleText } from '@mqdeck/kit/template'
import type { Data } from '../port.ts'

/** A value of DynamoDB. Binaries are base64. */
type Attribute = { readonly S: string } | { readonly N: string } | { readonly B: string } | { readonly NULL: true }
export type Item = Readonly<Record<string, Attribute>>

/**
 * Converts a JSON object to an item, as EMQX does: objects, lists and booleans are stored as text, empty texts are
 * omitted.
 * @throws {Error} if it is not an object or lacks a key of the table
 */
export function toItem(value: unknown, keys: readonly string[]): Item {
  if (!isRecord(value)) throw new Error('the item is not a JSON object')
  const entries = Object.entries(value as Data).flatMap(([name, one]): [string, Attribute][] =>
    one === '' || one === undefined ? [] : [[name, toAttribute(one)]],
  )
  const item = Object.fromEntries(entries)
  for (const key of keys) if (!Object.hasOwn(item, key)) throw new Error(`the item has no value for the key ${key}`)
  return item
}

function toAttribute(value: unknown): Attribute {
  if (value === null) return { NULL: true }
  if (typeof value === 'bigint') return { N: String(value) }
  if (typeof value === 'number') return Number.isFinite(value) ? { N: String(value) } : { S: String(value) }
  if (value instanceof Uint8Array) return toTextOrBinary(value)
  return { S: typeof value === 'object' ? encodeJson(value) : ruleText(value) }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function toTextOrBinary(bytes: Uint8Array): Attribute {
  try {
    return { S: utf8.decode(bytes) }
  } catch {
    return { B: Buffer.from(bytes).toString('base64') }
  }
}
