import { decodeJson } from '@mqdeck/kit/json'
import type { Value, ValueMap } from '../value.ts'
import { SqlError } from '../value.ts'

/** What a rule is given: the columns of one event, asked for one by one, so that what no rule reads is never made. */
export interface Columns {
  /** Undefined for a column that there is not. */
  readonly get: (name: string) => Value
  /** All of them, for `*`. */
  readonly names: readonly string[]
  /** The payload read as JSON, once for all rules of the event. Throws `SqlError` when it is none. */
  readonly decodedPayload: () => Value
}

/** Columns whose payload is read as JSON when the first rule wants it; what came of it is then kept, failure too. */
export function columnsFrom(names: readonly string[], get: (name: string) => Value): Columns {
  let read: (() => Value) | undefined
  return {
    get,
    names,
    decodedPayload: () => {
      read ??= reading(get('payload'))
      return read()
    },
  }
}

function reading(payload: Value): () => Value {
  try {
    const value = readPayload(payload)
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}

export const columnsFromMap = (map: ValueMap): Columns =>
  columnsFrom(Object.keys(map), (name) => (Object.hasOwn(map, name) ? map[name] : undefined))

/** Text and bytes as the JSON that they are; anything else as it is. */
export function readPayload(payload: Value): Value {
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload
  try {
    return decodeJson(payload)
  } catch {
    throw new SqlError('decode_json_failed: the payload is not JSON')
  }
}
