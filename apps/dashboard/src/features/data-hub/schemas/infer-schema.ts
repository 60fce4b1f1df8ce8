import { decode as decodeJson } from 'cborg/json'

/** A schema that accepts the sample payload, to be refined by the user. @throws when the text is not JSON */
export function inferSchema(type: 'json' | 'avro', sample: string): string {
  const value: unknown = decodeJson(new TextEncoder().encode(sample.trim()), { allowBigInt: true })
  const schema =
    type === 'json'
      ? { $schema: 'http://json-schema.org/draft-07/schema#', ...jsonSchemaOf(value) }
      : avroOf(value, 'Payload', new Set())
  return JSON.stringify(schema, null, 2)
}

type Schema = Readonly<Record<string, unknown>>

const isInteger = (value: unknown) => typeof value === 'bigint' || Number.isInteger(value)
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function jsonSchemaOf(value: unknown): Schema {
  if (value === null) return { type: 'null' }
  if (isInteger(value)) return { type: 'integer' }
  if (Array.isArray(value)) {
    const items = distinct(value.map(jsonSchemaOf))
    // Numbers with and without fractions are numbers.
    const merged = isAll(items, ['integer', 'number']) ? [{ type: 'number' }] : items
    return merged.length === 0
      ? { type: 'array' }
      : { type: 'array', items: merged.length === 1 ? merged[0] : { anyOf: merged } }
  }
  if (!isMap(value)) return { type: typeof value }
  const properties = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, jsonSchemaOf(one)]))
  return { type: 'object', properties, required: Object.keys(properties) }
}

const distinct = <T>(all: readonly T[]): readonly T[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
]

const isAll = (items: readonly Schema[], types: readonly unknown[]) =>
  items.length > 1 && items.every(({ type }) => types.includes(type))

/** @param names of the records so far: each name can be defined once */
function avroOf(value: unknown, name: string, names: Set<string>): unknown {
  if (value === null) return ['null', 'string']
  if (typeof value === 'bigint') return 'long'
  if (typeof value === 'number') return !Number.isInteger(value) ? 'double' : Math.abs(value) < 2 ** 31 ? 'int' : 'long'
  if (typeof value === 'boolean' || typeof value === 'string') return typeof value
  if (Array.isArray(value)) {
    // Records of a list have one type, that of the first.
    const [first] = value.filter(isMap)
    const kinds = value.filter((one) => !isMap(one)).map((one) => avroOf(one, name, names))
    const items = widest(distinct([...(first === undefined ? [] : [avroOf(first, name, names)]), ...kinds].flat()))
    return { type: 'array', items: items.length === 0 ? 'string' : items.length === 1 ? items[0] : items }
  }
  if (!isMap(value)) return 'string'
  const own = uniqueName(name, names)
  const entries = Object.entries(value)
  // Names of fields are identifiers.
  if (entries.some(([key]) => !/^[A-Za-z_]\w*$/.test(key))) {
    const kinds = widest(distinct(entries.flatMap(([, one]) => avroOf(one, own, names))))
    return { type: 'map', values: kinds.length === 1 ? kinds[0] : kinds }
  }
  const fields = entries.map(([key, one]) => ({ name: key, type: avroOf(one, `${own}_${key}`, names) }))
  return { type: 'record', name: own, fields }
}

/** Keeps only the widest of several number types. */
function widest(types: readonly unknown[]): readonly unknown[] {
  const numbers = ['double', 'long', 'int'].filter((one) => types.includes(one))
  return types.filter((one) => !numbers.includes(String(one)) || one === numbers[0])
}

function uniqueName(name: string, names: Set<string>): string {
  let own = name
  for (let count = 2; names.has(own); count++) own = `${name}${count}`
  names.add(own)
  return own
}
