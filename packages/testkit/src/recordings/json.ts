import { isRecord } from '@mqdeck/contract'
export type Json = Readonly<Record<string, unknown>>

/** The object at `key`, or an empty one. */
export function objectAt(value: unknown, key: string): Json {
  const item = isRecord(value) ? value[key] : undefined
  return isRecord(item) ? item : {}
}

export function listAt(value: unknown, key: string): readonly unknown[] {
  const item = isRecord(value) ? value[key] : undefined
  return Array.isArray(item) ? item : []
}
