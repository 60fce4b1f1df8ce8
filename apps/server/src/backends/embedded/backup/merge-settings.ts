import { isDeepStrictEqual } from 'node:util'
import { isRecord, type Kind } from '@mqdeck/contract'

/**
 * Merges a root of an archive into the current one, as EMQX does: an object with the same identity is replaced as a
 * whole, other objects are kept in their order, and new ones are appended. Other settings have the value of the archive.
 * @param written the root in the archive, without the values that are defaults there; without defaults for `incoming`,
 *   objects that a new broker has would be added
 */
export function mergeSettings(kind: Kind, current: unknown, incoming: unknown, written: unknown): unknown {
  if (kind.of && isRecord(current) && isRecord(incoming)) {
    const { fields } = kind.of
    const merged = Object.entries(incoming).map(([key, value]) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined
      const inArchive = isRecord(written) && Object.hasOwn(written, key) ? written[key] : undefined
      return [key, field ? mergeSettings(field.kind, current[key], value, inArchive) : value] as const
    })
    // Gateways, authenticators of gateways and other groups of settings that the archive does not have.
    const kept = Object.entries(current).filter(([key, value]) => !Object.hasOwn(incoming, key) && isRecord(value))
    return Object.fromEntries([...kept, ...merged])
  }
  if (isMap(kind) && isRecord(current) && isRecord(incoming))
    return written === undefined ? current : { ...current, ...incoming }
  // A list of elements without an identity is one value.
  const identify = kind.elements?.identify
  if (!identify || !Array.isArray(current) || !Array.isArray(incoming)) return incoming
  if (written === undefined) return current
  const byIdentity = new Map(incoming.map((one) => [identify(one), one]))
  const known = new Set(current.map(identify))
  return [
    ...current.map((one) => byIdentity.get(identify(one)) ?? one),
    ...incoming.filter((one) => !known.has(identify(one))),
  ]
}

const isMap = ({ of, wire, inside }: Kind) => !of && inside !== undefined && wire.type === 'object'

export interface ObjectChanges {
  readonly added: string[]
  readonly changed: string[]
  readonly removed: string[]
}

/** The paths of the objects that differ between two values of a root. */
export function changedObjects(name: string, kind: Kind, current: unknown, next: unknown): ObjectChanges {
  const [before, after] = [new Map(objectsIn(kind, current, name)), new Map(objectsIn(kind, next, name))]
  return {
    added: [...after.keys()].filter((path) => !before.has(path)),
    changed: [...after].flatMap(([path, value]) =>
      before.has(path) && !isDeepStrictEqual(before.get(path), value) ? [path] : [],
    ),
    removed: [...before.keys()].filter((path) => !after.has(path)),
  }
}

/** Objects that users create and delete: entries of maps and lists, and optional groups of settings. */
function* objectsIn(kind: Kind, value: unknown, path: string): Iterable<readonly [path: string, value: unknown]> {
  if (kind.of && isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) {
      const field = kind.of.fields[key]
      if (!field) continue
      if (!field.present && isRecord(inner)) yield [`${path}.${key}`, inner]
      yield* objectsIn(field.kind, inner, `${path}.${key}`)
    }
  } else if (isMap(kind) && isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) yield [`${path}.${key}`, inner]
  } else if (Array.isArray(value)) {
    const identify = kind.elements?.identify
    if (identify) for (const one of value) yield [`${path}.${identify(one)}`, one]
  }
}
