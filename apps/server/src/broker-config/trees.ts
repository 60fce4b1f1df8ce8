import { isDeepStrictEqual } from 'node:util'
import { isRecord, type Kind } from '@mqdeck/contract'

/** A JSON object. */
export type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree => isRecord(value)

/** Merges objects and replaces all other values: HOCON's rule. `null` removes a value. */
export function mergeTrees(below: unknown, above: unknown): unknown {
  if (!isTree(below) || !isTree(above)) return above
  return { ...below, ...mapValues(above, (value, key) => mergeTrees(below[key], value)) }
}

/**
 * Merges the stored `difference` over the base value. Only structs are merged. A stored map or list is complete, so
 * that entries can be removed.
 */
export function overlay(kind: Kind, below: unknown, above: unknown): unknown {
  if (above === undefined) return below
  const { of } = kind
  if (!of || !isTree(above)) return above
  const under = isTree(below) ? below : {}
  const inner = (value: unknown, key: string) => {
    // A text may contain `__proto__`, which is rejected later like any unknown field.
    const field = Object.hasOwn(of.fields, key) ? of.fields[key] : undefined
    return field ? overlay(field.kind, under[key], value) : value
  }
  return { ...under, ...mapValues(above, inner) }
}

/** Difference of `value` from `base`. Undefined if they are equal. Keys that only `base` has become `null`. */
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

/** Entries of a map, each without its default values. */
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

/** Paths at which two values differ. A list is one value. */
export function changedPaths(before: unknown, after: unknown): readonly (readonly string[])[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isTree(before) || !isTree(after)) return [[]]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].sort().flatMap((key) => changedPaths(before[key], after[key]).map((path) => [key, ...path]))
}

/** The value at a path. Undefined if it does not exist. */
export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (isTree(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)

/** A tree that contains only `value` at `path`. */
export const treeAt = (path: readonly string[], value: unknown): unknown =>
  path.toReversed().reduce<unknown>((inner, key) => ({ [key]: inner }), value)

/** Replaces the value at `path`. Undefined removes it. */
export function replaceAt(value: unknown, path: readonly string[], inner: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return inner
  // Do not create empty parents.
  if (inner === undefined && valueAt(value, path) === undefined) return value
  const tree = isTree(value) ? value : {}
  const { [key]: old, ...others } = tree
  const next = replaceAt(old, rest, inner)
  return next === undefined ? others : { ...tree, [key]: next }
}

function mapValues(tree: Tree, change: (value: unknown, key: string) => unknown): Tree {
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, change(value, key)]))
}
