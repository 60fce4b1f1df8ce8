import type { Value } from '@mqdeck/kit/json'
import { reject } from './schema-error.ts'

/** A compiled schema. All functions throw `SchemaError`, and none takes longer than the time limit. */
export interface Codec {
  /** @param name message type, for Protobuf only */
  readonly encode: (value: Value, name?: string) => Uint8Array
  readonly decode: (bytes: Uint8Array, name?: string) => Value
  /** Throws if the bytes, or the value, do not match the schema. */
  readonly check: (value: Value, name?: string) => void
  /** Names of the message types. Undefined if the schema has none. */
  readonly messageTypes?: ReadonlySet<string>
}

/** Larger payloads cannot be processed in the time limit. */
const maxPayload = 1024 * 1024

/** Payloads up to this size need no time limit with schemas whose time grows with the size only. */
export const cheapPayload = 16_384

export function requireSize(bytes: Uint8Array): Uint8Array {
  return bytes.length <= maxPayload ? bytes : reject('the payload has more than 1 MB, which is the limit of schemas')
}
