import { isRecord, messageOf } from '@mqdeck/contract'
import avro from 'avsc'

export type Json = Readonly<Record<string, unknown>>

/** The configuration schema of a plugin: an Avro record. */
export interface ConfigSchema {
  /** As in the package, with the `$ui` hints. */
  readonly avsc: Json
  /**
   * A configuration in Avro's JSON encoding (https://avro.apache.org/docs/1.11.1/specification, "JSON Encoding"), in
   * which a value of a union is `{"string": "x"}` or null. Missing fields get their defaults.
   * @throws {ConfigError}
   */
  read(json: unknown): ReadConfig
}

export interface ReadConfig {
  /** In Avro's JSON encoding, with defaults. */
  readonly encoded: Json
  /** For the plugin: values of unions without the names of their types. */
  readonly plain: Json
}

/** A configuration that does not match the schema. The message starts with the path of the field. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** @throws {ConfigError} if it is not a valid Avro record */
export function parseConfigSchema(avsc: unknown): ConfigSchema {
  if (!isRecord(avsc) || avsc.type !== 'record') throw new ConfigError('the schema is not an Avro record')
  try {
    // Checks names, references and default values.
    avro.Type.forSchema(structuredClone(avsc) as Parameters<typeof avro.Type.forSchema>[0], {
      wrapUnions: true,
      omitRecordMethods: true,
    })
  } catch (error) {
    throw new ConfigError(`the schema is not valid Avro: ${messageOf(error)}`)
  }
  const named = new Map<string, Json>()
  collectNames(avsc, named)
  return {
    avsc,
    read: (json) => {
      const { encoded, plain } = readValue(avsc, json, { path: [], named })
      return { encoded: Object(encoded), plain: Object(plain) }
    },
  }
}

interface Place {
  readonly path: readonly string[]
  readonly named: ReadonlyMap<string, Json>
}
interface Value {
  readonly encoded: unknown
  readonly plain: unknown
}

const maxDepth = 50

const fail = ({ path }: Place, problem: string): never => {
  throw new ConfigError(path.length === 0 ? `the configuration ${problem}` : `${path.join('.')} ${problem}`)
}
const inside = (place: Place, name: string | number): Place => ({ ...place, path: [...place.path, String(name)] })
const same = (value: unknown): Value => ({ encoded: value, plain: value })

function readValue(schema: unknown, value: unknown, place: Place): Value {
  if (place.path.length > maxDepth) return fail(place, 'is nested too deeply')
  if (Array.isArray(schema)) return readUnion(schema, value, place)
  if (typeof schema === 'string') {
    const type = place.named.get(schema)
    return type ? readValue(type, value, place) : readPrimitive(schema, value, place)
  }
  const { type, fields, symbols, items, values, size } = Object(schema)
  switch (type) {
    case 'record':
    case 'error':
      return readRecord(listOf(fields), value, place)
    case 'enum':
      if (!listOf(symbols).includes(value)) return fail(place, `must be one of ${listOf(symbols).join(', ')}`)
      return same(value)
    case 'array': {
      if (!Array.isArray(value)) return fail(place, 'must be a list')
      const read = value.map((item, index) => readValue(items, item, inside(place, index)))
      return { encoded: read.map(({ encoded }) => encoded), plain: read.map(({ plain }) => plain) }
    }
    case 'map': {
      if (!isRecord(value)) return fail(place, 'must be an object')
      return fromEntries(Object.entries(value).map(([key, item]) => [key, readValue(values, item, inside(place, key))]))
    }
    case 'fixed':
      if (!isByteText(value) || value.length !== size) return fail(place, `must be a text of ${size} bytes`)
      return same(value)
    default:
      // `{"type": "int", "logicalType": ...}` and `{"type": ["null", "string"]}`
      return readValue(type, value, place)
  }
}

function readRecord(fields: readonly unknown[], value: unknown, place: Place): Value {
  if (!isRecord(value)) return fail(place, 'must be an object')
  const known = fields.map((field) => String(Object(field).name))
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown !== undefined) return fail(inside(place, unknown), 'is not a field of the schema')
  return fromEntries(
    fields.map((field): readonly [string, Value] => {
      const { name, type } = Object(field)
      const here = inside(place, name)
      if (Object.hasOwn(value, name)) return [name, readValue(type, value[name], here)]
      if (!Object.hasOwn(Object(field), 'default')) return fail(here, 'is required')
      return [name, readDefault(type, Object(field).default, here)]
    }),
  )
}

/** The default of a union is a value of its first type, without the name of that type. */
function readDefault(type: unknown, value: unknown, place: Place): Value {
  const union = Array.isArray(type) ? type : Array.isArray(Object(type).type) ? Object(type).type : undefined
  if (!union) return readValue(type, value, place)
  return readUnion(union, union[0] === 'null' ? null : { [branchName(union[0])]: value }, place)
}

function readUnion(types: readonly unknown[], value: unknown, place: Place): Value {
  const names = types.map(branchName)
  if (value === null) return names.includes('null') ? same(null) : fail(place, 'must not be null')
  const entries = isRecord(value) ? Object.entries(value) : []
  const [name, item] = entries[0] ?? []
  const index = entries.length === 1 && name !== 'null' ? names.indexOf(String(name)) : -1
  if (name === undefined || index < 0)
    return fail(place, `must be ${names.map((one) => (one === 'null' ? one : `{"${one}": value}`)).join(' or ')}`)
  const { encoded, plain } = readValue(types[index], item, place)
  return { encoded: { [name]: encoded }, plain }
}

function branchName(type: unknown): string {
  if (typeof type === 'string') return type
  const { type: kind, name, namespace } = Object(type)
  if (name === undefined || typeof kind !== 'string') return typeof kind === 'string' ? kind : branchName(kind)
  return namespace !== undefined && !String(name).includes('.') ? `${namespace}.${name}` : String(name)
}

const primitives: Readonly<Record<string, readonly [isValid: (value: unknown) => boolean, wanted: string]>> = {
  null: [(value) => value === null, 'null'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  int: [
    (value) => Number.isInteger(value) && Math.abs(Number(value) + 0.5) < 2 ** 31,
    'an integer from -2147483648 to 2147483647',
  ],
  long: [Number.isSafeInteger, 'an integer from -9007199254740991 to 9007199254740991'],
  float: [Number.isFinite, 'a number'],
  double: [Number.isFinite, 'a number'],
  string: [(value) => typeof value === 'string', 'a text'],
  bytes: [isByteText, 'a text of characters up to U+00FF, one per byte'],
}

function isByteText(value: unknown): value is string {
  return typeof value === 'string' && [...value].every((character) => character <= '\u00ff')
}

function readPrimitive(type: string, value: unknown, place: Place): Value {
  const [isValid, wanted] = primitives[type] ?? []
  if (!isValid?.(value)) return fail(place, `must be ${wanted ?? type}`)
  return same(value)
}

function fromEntries(entries: readonly (readonly [string, Value])[]): Value {
  return {
    encoded: Object.fromEntries(entries.map(([key, { encoded }]) => [key, encoded])),
    plain: Object.fromEntries(entries.map(([key, { plain }]) => [key, plain])),
  }
}

/** Types that are referred to by name, also without their namespace. */
function collectNames(schema: unknown, named: Map<string, Json>): void {
  if (Array.isArray(schema)) for (const one of schema) collectNames(one, named)
  if (!isRecord(schema)) return
  if (typeof schema.name === 'string' && schema.type !== undefined && schema.type !== schema.name) {
    named.set(branchName(schema), schema)
    named.set(schema.name, schema)
  }
  for (const field of listOf(schema.fields)) if (isRecord(field)) collectNames(field.type, named)
  for (const inner of [schema.items, schema.values]) collectNames(inner, named)
  if (typeof schema.type === 'object') collectNames(schema.type, named)
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
