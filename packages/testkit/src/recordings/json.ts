export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object at `key`, or an empty one. */
export function objectAt(value: unknown, key: string): Json {
  const item = isObject(value) ? value[key] : undefined
  return isObject(item) ? item : {}
}

export function listAt(value: unknown, key: string): readonly unknown[] {
  const item = isObject(value) ? value[key] : undefined
  return Array.isArray(item) ? item : []
}
