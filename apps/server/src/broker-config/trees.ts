import { isDeepStrictEqual } from 'node:util'
import type { Kind } from '@mqdeck/contract'

/** A JSON object. */
export type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects are merged, everything else is replaced: HOCON's own rule. `null` takes a value away. */
export function mergeTrees(below: unknown, above: unknown): unknown {
  if (!isTree(below) || !isTree(above)) return above
  return { ...below, ...mapValues(above, (value, key) => mergeTrees(below[key], value)) }
}

/**
 * What was stored (`difference`) laid over what stands without it. Only structs are merged: a map or a list that was
 * stored is all there is, so that an entry can be gone.
 */
export function overlay(kind: Kind, below: unknown, above: unknown): unknown {
  if (above === undefined) return below
  const { of } = kind
  if (!of || !isTree(above)) return above
  const under = isTree(below) ? below : {}
  const inner = (value: unknown, key: string) => {
    // A text may name `__proto__`, which is refused later, as any other field that is not known.
    const field = Object.hasOwn(of.fields, key) ? of.fields[key] : undefined
    return field ? overlay(field.kind, under[key], value) : value
  }
  return { ...under, ...mapValues(above, inner) }
}

/** What of `value` differs from `base`; undefined when nothing does. What `base` has and `value` has not is `null`. */
export function difference(kind: Kind, value: unknown, base: unknown): unknown {
  if (isDeepStrictEqual(value, base)) return undefined
  const { of } = kind
  if (!of || !isTree(value)) return isTree(value) ? entries(kind, value) : value
  const under = isTree(base) ? base : {}
  const gone = Object.keys(under).filter((key) => value[key] === undefined)
  const changed = Object.entries(value).flatMap(([key, inner]) => {
    const field = of.fields[key]
    const differs = field ? difference(field.kind, inner, under[key]) : inner
    return differs === undefined ? [] : [[key, differs] as const]
  })
  return Object.fromEntries([...changed, ...gone.map((key) => [key, null] as const)])
}

/** The entries of a map, each without what is at its default anyway. */
function entries(kind: Kind, value: Tree): Tree {
  const kinds = new Map(kind.inside?.(value))
  return mapValues(value, (inner, key) => {
    const of = kinds.get(key)
    if (!of?.of || !isTree(inner)) return inner
    const { fields } = of.of
    const needed = Object.fromEntries(Object.entries(inner).filter(([name]) => fields[name]?.required))
    const defaults = of.schema.safeParse(needed)
    return defaults.success ? { ...needed, ...(difference(of, inner, defaults.data) as Tree | undefined) } : inner
  })
}

/** Paths at which two values differ; lists are one value. */
export function changedPaths(before: unknown, after: unknown): readonly (readonly string[])[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isTree(before) || !isTree(after)) return [[]]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].sort().flatMap((key) => changedPaths(before[key], after[key]).map((path) => [key, ...path]))
}

/** The value at a path; undefined when there is none. */
export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (isTree(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)

/** A tree with nothing in it but `value` at `path`. */
export const treeAt = (path: readonly string[], value: unknown): unknown =>
  path.toReversed().reduce<unknown>((inner, key) => ({ [key]: inner }), value)

/** The value with another one at `path`; undefined takes it away. */
export function replaceAt(value: unknown, path: readonly string[], inner: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return inner
  // Nothing is made only to hold nothing.
  if (inner === undefined && valueAt(value, path) === undefined) return value
  const tree = isTree(value) ? value : {}
  const { [key]: old, ...others } = tree
  const next = replaceAt(old, rest, inner)
  return next === undefined ? others : { ...tree, [key]: next }
}

function mapValues(tree: Tree, change: (value: unknown, key: string) => unknown): Tree {
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, change(value, key)]))
}
