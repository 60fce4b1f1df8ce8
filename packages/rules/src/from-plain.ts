import type { Value, ValueMap } from '@mqdeck/kit/json'

/** Converts parsed JSON to a value of rule SQL. Integers become bigints. */
export function fromPlain(value: unknown): Value {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(fromPlain)
  if (value instanceof Uint8Array) return value
  if (typeof value === 'object' && value !== null) return fromPlainMap(value)
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value
  return value === null ? null : undefined
}

export const fromPlainMap = (map: object): ValueMap =>
  Object.fromEntries(Object.entries(map).map(([key, value]: [string, unknown]) => [key, fromPlain(value)]))
