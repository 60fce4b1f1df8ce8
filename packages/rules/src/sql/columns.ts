import { decodeJson, type Value, type ValueMap } from '@mqdeck/kit/json'
import { SqlError } from '../sql-error.ts'

/** Columns of an event. They are computed on demand, because most rules read only a few. */
export interface Columns {
  /** Undefined if the column does not exist. */
  readonly get: (name: string) => Value
  /** Names of all columns, for `*`. */
  readonly names: readonly string[]
  /** The decoded JSON payload, cached for all rules of the event. Throws `SqlError` if it is not JSON. */
  readonly decodedPayload: () => Value
}

/** The payload is decoded on first use. The result or the error is cached. */
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

/** Decodes strings and binaries as JSON. Other values are returned unchanged. */
export function readPayload(payload: Value): Value {
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload
  try {
    return decodeJson(payload)
  } catch {
    throw new SqlError('decode_json_failed: the payload is not JSON')
  }
}
