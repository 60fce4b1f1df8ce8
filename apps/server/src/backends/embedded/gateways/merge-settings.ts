import { type Fields, isRecord } from '@mqdeck/contract'
import { mergeTrees } from '../../../broker-config/trees.ts'

type Tree = Readonly<Record<string, unknown>>

/**
 * Merges the given settings into those of a gateway, as EMQX does. A part that enables something by being present (the TLS of a
 * server) is removed if an object is given without it. EMQX keeps it, so that it can never be disabled.
 */
export function mergeSettings(fields: Fields, before: Tree, given: Tree): Tree {
  const merged = mergeTrees(before, given)
  return isRecord(merged) ? withoutOmitted(fields, merged, given) : before
}

function withoutOmitted(fields: Fields, merged: Tree, given: Tree): Tree {
  const entries = Object.entries(merged).flatMap(([key, value]) => {
    const [field, own] = [Object.hasOwn(fields, key) ? fields[key] : undefined, given[key]]
    if (field?.optIn && own === undefined) return []
    const inner = field?.kind.of?.fields
    return [[key, inner && isRecord(value) && isRecord(own) ? withoutOmitted(inner, value, own) : value] as const]
  })
  return Object.fromEntries(entries)
}
