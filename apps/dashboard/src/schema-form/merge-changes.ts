import { isRecord, sameJson } from '../lib/json-path.ts'

/** Applies the local changes since `base` to the broker's current value. On conflict the local value is kept. */
export function mergeChanges(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (sameJson(base, mine)) return theirs
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) return mine
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
  const entries = keys.map((key) => [key, mergeChanges(base[key], mine[key], theirs[key])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
