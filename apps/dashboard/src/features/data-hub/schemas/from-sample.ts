type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type Schema = { readonly [key: string]: Json }

/**
 * A JSON Schema that accepts a sample: types, required properties, and the items of lists.
 * @param text JSON
 * @throws SyntaxError if it is not JSON
 */
export function jsonSchemaOf(text: string): string {
  const sample = JSON.parse(text) as Json // of its own grammar
  return print({ $schema: 'http://json-schema.org/draft-07/schema#', ...jsonType(sample) })
}

function jsonType(value: Json): Schema {
  if (value === null) return { type: 'null' }
  if (isList(value)) {
    const items = distinct(value.map(jsonType))
    if (items.length === 0) return { type: 'array' }
    return { type: 'array', items: items.length === 1 ? (items[0] ?? {}) : { anyOf: items } }
  }
  if (typeof value === 'object') {
    const properties = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, jsonType(one)]))
    return { type: 'object', properties, required: Object.keys(value) }
  }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' }
  return { type: typeof value }
}

/**
 * An Avro schema of a sample. Names of fields that Avro does not allow are errors.
 * @param text JSON
 * @throws SyntaxError if it is not JSON, RangeError with the reason if Avro cannot describe it
 */
export function avroSchemaOf(text: string): string {
  const names = new Set<string>()
  return print(avroType(JSON.parse(text) as Json, 'Message', names)) // of its own grammar
}

function avroType(value: Json, name: string, names: Set<string>): Json {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'long' : 'double'
  if (isList(value)) {
    const items = distinct(value.map((one) => avroType(one, name, names)))
    return { type: 'array', items: items.length === 1 ? (items[0] ?? 'string') : items.length === 0 ? 'string' : items }
  }
  const unique = uniqueName(name, names)
  const fields = Object.entries(value).map(([key, one]) => {
    if (!/^[A-Za-z_]\w*$/.test(key)) throw new RangeError(key)
    return { name: key, type: avroType(one, key.charAt(0).toUpperCase() + key.slice(1), names) }
  })
  return { type: 'record', name: unique, fields }
}

function uniqueName(wanted: string, names: Set<string>): string {
  let name = wanted
  for (let count = 2; names.has(name); count += 1) name = `${wanted}${count}`
  names.add(name)
  return name
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
const print = (value: Json) => JSON.stringify(value, undefined, 2)

function distinct<T extends Json>(values: readonly T[]): readonly T[] {
  const seen = new Map(values.map((one) => [JSON.stringify(one), one]))
  return [...seen.values()]
}
