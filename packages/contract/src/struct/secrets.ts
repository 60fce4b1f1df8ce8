import { isRecord } from '../unknown-values.ts'
import type { Kind } from './kind.ts'
import {
  hideSecrets,
  isCount,
  isPlaceholder,
  isSecretName,
  mask,
  restoreSecrets,
  secretsInText,
} from './secret-texts.ts'
import type { AnyStruct } from './struct.ts'

type StructOrKind = AnyStruct | Kind

/** The value with every secret that is set replaced by `******`. Secrets are values, or parts of texts such as URLs. */
export function masked<T>(of: StructOrKind, value: T): T {
  return walk(of, value, undefined, { whole: (secret) => (secret === '' ? secret : mask), text: hideSecrets })
}

/** The value with every `******` replaced by the previous secret. */
export function unmasked<T>(of: StructOrKind, value: T, before: unknown): T {
  return walk(of, value, before, {
    whole: (secret, old) => (secret === mask && (typeof old === 'string' || typeof old === 'number') ? old : secret),
    text: (text, old) => (typeof old === 'string' ? restoreSecrets(text, old) : text),
  })
}

/** Whether a `******` remains without a previous secret. */
export const hasMask = (of: StructOrKind, value: unknown): boolean => secretsOf(of, value).has(mask)

/** All secrets in the value. */
export function secretsOf(of: StructOrKind, value: unknown): ReadonlySet<string> {
  const found = new Set<string>()
  walk(of, value, undefined, {
    whole: (secret) => {
      if (secret !== '') found.add(secret)
      return secret
    },
    text: (text) => {
      for (const secret of secretsInText(text)) found.add(secret)
      return text
    },
  })
  return found
}

interface Replace {
  /** For a value that is a secret. */
  whole(secret: string, before: unknown): string | number
  /** For a text that can contain secrets. */
  text(text: string, before: unknown): string
}

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
    return kind ? replaceValue(kind, inner, at(before, key), replace) : replaceAny(inner, at(before, key), replace, key)
  }
  if (Array.isArray(value)) {
    return value.map((inner, index) => {
      const kind = byKey.get(index)
      return kind ? replaceValue(kind, inner, counterpart(kind, inner, index, before), replace) : one(index, inner)
    })
  }
  if (!isRecord(value)) return replaceAny(value, before, replace)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, one(key, inner)]))
}

function replaceValue(kind: Kind, value: unknown, before: unknown, replace: Replace): unknown {
  if (isSecret(kind, value)) return typeof value === 'string' ? replace.whole(value, before) : value
  const inside = kind.inside?.(value)
  return inside === undefined ? replaceAny(value, before, replace) : replaceInside(inside, value, before, replace)
}

function isSecret({ secret, wire }: Kind, value: unknown): boolean {
  if (secret === 'unless_placeholder') return typeof value === 'string' && !isPlaceholder(value)
  return secret === true || wire.format === 'password'
}

/** JSON without a kind: names decide. */
function replaceAny(value: unknown, before: unknown, replace: Replace, key: string | number = ''): unknown {
  if (typeof value === 'string') {
    const isWhole = typeof key === 'string' && isSecretName(key) && !isPlaceholder(value)
    return isWhole ? replace.whole(value, before) : replace.text(value, before)
  }
  if (typeof value === 'number') {
    const isWhole = typeof key === 'string' && isSecretName(key) && !isCount(key)
    return isWhole && replace.whole(String(value), before) === mask ? mask : value
  }
  if (Array.isArray(value)) return value.map((inner, index) => replaceAny(inner, at(before, index), replace, key))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, replaceAny(inner, at(before, name), replace, name)]),
  )
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
