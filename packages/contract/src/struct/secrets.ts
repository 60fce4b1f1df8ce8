import { isRecord } from '../unknown-values.ts'
import type { Kind } from './kind.ts'
import type { AnyStruct } from './struct.ts'

/** The API's placeholder for a secret. Forms send it back for unchanged secrets. */
export const mask = '******'

const isSecret = (kind: Kind) => kind.secret === true || kind.wire.format === 'password'

type StructOrKind = AnyStruct | Kind

/** The value with every secret that is set replaced by `******`. */
export function masked<T>(of: StructOrKind, value: T): T {
  return walk(of, value, undefined, (secret) => (secret === '' ? secret : mask))
}

/** The value with every `******` replaced by the previous secret. */
export function unmasked<T>(of: StructOrKind, value: T, before: unknown): T {
  return walk(of, value, before, (secret, old) => (secret === mask && typeof old === 'string' ? old : secret))
}

/** Whether a `******` remains without a previous secret. */
export function hasMask(of: StructOrKind, value: unknown): boolean {
  let found = false
  walk(of, value, undefined, (secret) => {
    found ||= secret === mask
    return secret
  })
  return found
}

type Replace = (secret: string, before: unknown) => string

function walk<T>(of: StructOrKind, value: T, before: unknown, replace: Replace): T {
  if (!('fields' in of)) return replaceValue(of, value, before, replace) as T // the same shape with other strings
  const kinds = Object.entries(of.fields).map(([key, { kind }]) => [key, kind] as const)
  return replaceInside(kinds, value, before, replace) as T // ditto
}

function replaceInside(
  kinds: readonly (readonly [string | number, Kind])[],
  value: unknown,
  before: unknown,
  replace: Replace,
): unknown {
  const byKey = new Map(kinds)
  const one = (key: string | number, inner: unknown) => {
    const kind = byKey.get(key)
    return kind ? replaceValue(kind, inner, at(before, key), replace) : inner
  }
  if (Array.isArray(value)) {
    return value.map((inner, index) => {
      const kind = byKey.get(index)
      return kind ? replaceValue(kind, inner, counterpart(kind, inner, index, before), replace) : inner
    })
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, one(key, inner)]))
}

function replaceValue(kind: Kind, value: unknown, before: unknown, replace: Replace): unknown {
  if (isSecret(kind)) return typeof value === 'string' ? replace(value, before) : value
  const inside = kind.inside?.(value)
  return inside === undefined ? value : replaceInside(inside, value, before, replace)
}

/** The same element in the previous list, at any index. */
function counterpart({ identify }: Kind, value: unknown, index: number, before: unknown): unknown {
  if (!identify) return at(before, index)
  const identity = identify(value)
  return Array.isArray(before) ? before.find((one) => identify(one) === identity) : undefined
}

function at(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)]
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
