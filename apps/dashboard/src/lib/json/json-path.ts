import { isRecord } from '@mqdeck/contract'

export { isRecord }

/** Path of a value inside a JSON value: keys of objects and indexes of arrays. */
export type Path = readonly (string | number)[]

/** The value at `path`; undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  let inner = value
  for (const step of path) {
    if (Array.isArray(inner)) inner = inner[Number(step)]
    else if (isRecord(inner) && Object.hasOwn(inner, step)) inner = inner[step]
    else return undefined
  }
  return inner
}

/**
 * A copy with `next` at `path`; objects outside of the path are reused. `undefined` removes the key or element.
 * Missing objects on the path are created.
 */
export function withValueAt(value: unknown, path: Path, next: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return next
  if (Array.isArray(value)) return withElement(value, Number(step), withValueAt(value[Number(step)], rest, next))
  const record = isRecord(value) ? value : {}
  const inner = withValueAt(Object.hasOwn(record, step) ? record[step] : undefined, rest, next)
  if (inner !== undefined) return { ...record, [step]: inner }
  const { [step]: _, ...others } = record
  return others
}

function withElement(list: readonly unknown[], index: number, next: unknown): readonly unknown[] {
  return next === undefined ? list.toSpliced(index, 1) : [...list.slice(0, index), next, ...list.slice(index + 1)]
}

/** Equal as JSON; an undefined key is a missing key. The order of keys does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((one, index) => sameJson(one, b[index]))
  if (!isRecord(a) || !isRecord(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameJson(a[key], b[key]))
}
