import { type AnyStruct, type Fields, isRecord, type Kind, type SomeStruct } from '@mqdeck/contract'

/** Creates recognizable secrets: `m4rker-12-in-a.b`. */
export type Marker = (path: string) => string

/**
 * A value for a struct, as valid as can be guessed, with a marker in every field that is a secret or can contain one. Paths in
 * `refused` get none, because the server rejects them.
 */
export function valueWithMarkers(
  { fields }: Pick<SomeStruct, 'fields'>,
  given: Readonly<Record<string, unknown>>,
  marker: Marker,
  refused: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return ofFields(fields as Fields, given, marker, refused, '')
}

function ofFields(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
  marker: Marker,
  refused: ReadonlySet<string>,
  at: string,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(fields).flatMap(
    ([name, { kind, required, filled, default: usual, readOnly, deprecated }]) => {
      if (readOnly === true || deprecated === true) return []
      const path = `${at}${name}`
      const base = given[name] ?? (filled ? {} : undefined) ?? usual
      const value = refused.has(path) ? undefined : ofKind(kind, base, marker, refused, path, required === true)
      if (value !== undefined) return [[name, value] as const]
      if (given[name] !== undefined) return [[name, given[name]] as const]
      // Fields with a single possible value select the variant.
      return required === true || (Array.isArray(kind.wire.symbols) && kind.wire.symbols.length === 1)
        ? [[name, usualOf(kind)] as const]
        : []
    },
  )
  return { ...given, ...Object.fromEntries(entries) }
}

function ofKind(
  kind: Kind,
  base: unknown,
  marker: Marker,
  refused: ReadonlySet<string>,
  path: string,
  required: boolean,
): unknown {
  if (kind.secret !== undefined || kind.wire.format === 'password') return marker(path)
  if (kind.of && (isRecord(base) || required))
    return ofFields(kind.of.fields, isRecord(base) ? base : {}, marker, refused, `${path}.`)
  if (kind.of) return undefined
  const variant = isRecord(base) || required ? variantOf(kind, base) : undefined
  if (variant) return ofFields(variant.fields, isRecord(base) ? base : {}, marker, refused, `${path}.`)
  if (isTextMap(kind)) {
    // A request header without a meaning, a field with the name of a secret, and a value with one inside.
    const names = ['x-team-of-a-service', 'api_key'].filter((name) => name === 'api_key' || hides(kind, name))
    return {
      ...(isRecord(base) ? base : {}),
      ...Object.fromEntries(names.map((name) => [name, marker(`${path}.${name}`)])),
    }
  }
  if (kind.wire.type === 'url' || (typeof base === 'string' && /^https?:\/\//.test(base)))
    return `${String(base ?? 'http://127.0.0.1:1/')}?apikey=${marker(path)}`
  if (kind.wire.is_template === true || kind.wire.type === 'template')
    return `{"a": "${'${payload}'}", "api_key": "${marker(path)}"}`
  return undefined
}

/** The struct of several that has the fields of the value. */
function variantOf({ structs }: Kind, base: unknown): AnyStruct | undefined {
  const names = isRecord(base) ? Object.keys(base) : []
  return structs.find(({ fields }) => names.every((name) => Object.hasOwn(fields, name)))
}

const inside = (kind: Kind, name: string) => new Map(kind.inside?.({ [name]: 'v' }) ?? []).get(name)
const isTextMap = (kind: Kind) => kind.wire.type === 'object' && inside(kind, 'a')?.wire.type === 'string'
const hides = (kind: Kind, name: string) => inside(kind, name)?.secret !== undefined

/** A value for a required field without an example. */
function usualOf({ wire }: Kind): unknown {
  if (Array.isArray(wire.symbols)) return wire.symbols[0]
  if (wire.type === 'integer' || wire.type === 'number') return 1
  if (wire.type === 'boolean') return false
  if (wire.type === 'array') return []
  if (wire.type === 'object') return {}
  if (wire.type === 'duration') return '1s'
  return '127.0.0.1:1'
}
