import { isRecord, type Kind } from '@mqdeck/contract'
import { type RootName, type RootWire, rootKinds } from '../broker-config/roots.ts'
import { difference, type Tree } from '../broker-config/trees.ts'

/**
 * Named settings of a root that is a map, or a map of maps: the values that differ from the default, and all values.
 */
export interface NamedSettings {
  readonly type: string
  readonly name: string
  readonly whole: Tree
  readonly changed: Tree
  readonly kind: Kind
}

/** Entries of `listeners`, `connectors`, `actions` and `sources` by type and name. */
export function namedSettings<N extends RootName>(root: N, value: RootWire<N>): readonly NamedSettings[] {
  const kind = rootKinds[root] as Kind
  const changed = withoutNulls(difference(kind, value, {}))
  return (kind.inside?.(value) ?? []).flatMap(([type, ofType]) => {
    const named = at(value, type)
    return (ofType.inside?.(named) ?? []).map(([name, one]) => ({
      type: String(type),
      name: String(name),
      whole: toTree(at(named, name)),
      changed: toTree(at(at(changed, type), name)),
      kind: one,
    }))
  })
}

/** Only paths that differ from the default are required. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === null || inner === undefined ? [] : [[key, withoutNulls(inner)]],
    ),
  )
}

const at = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Tree)[key] : undefined // an object

export const toTree = (value: unknown): Tree => (isRecord(value) ? (value as Tree) : {}) // as above
