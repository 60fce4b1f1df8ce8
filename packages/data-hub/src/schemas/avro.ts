import { isList, isMap, type Value } from '@mqdeck/kit/json'
import avro, { type Type } from 'avsc'
import { type Codec, cheapPayload, requireSize } from './codec.ts'
import { reject, SchemaError } from './schema-error.ts'
import { bounded } from './time-limit.ts'
import { bytesOf, floatOf, integerOf, textOf } from './values.ts'

// The module is CommonJS, of which Node finds no named exports.
const { types } = avro

const minInt = -(2n ** 31n)
const maxInt = 2n ** 31n - 1n
const minLong = -(2n ** 63n)
const maxLong = 2n ** 63n - 1n

/** 64-bit integers as bigints. */
const long = types.LongType.__with({
  fromBuffer: (buffer: Buffer) => buffer.readBigInt64LE(),
  toBuffer(value: bigint) {
    const buffer = Buffer.alloc(8)
    buffer.writeBigInt64LE(value)
    return buffer
  },
  fromJSON: (value: number | bigint) => BigInt(value),
  toJSON: Number,
  isValid: (value: unknown) => typeof value === 'bigint' && value >= minLong && value <= maxLong,
  compare: (a: bigint, b: bigint) => (a === b ? 0 : a < b ? -1 : 1),
})

/** The wire name of a branch of a union, which wraps its value. */
const branchOf = (type: Type): string => type.branchName ?? type.typeName

/**
 * Compiles an Avro schema.
 * @throws {SchemaError}
 */
export function compileAvro(source: string): Codec {
  const parsed = parseJson(source)
  requireFewParts(parsed)
  const type = compile(parsed)
  const isBounded = growsWithSize(type)
  const isLinear = !hasNestedUnion(type)

  const decode = (bytes: Uint8Array) =>
    bounded(isBounded && bytes.length <= cheapPayload, 'decoding', () => {
      try {
        const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        return fromAvro(type, type.fromBuffer(buffer))
      } catch (error) {
        throw toSchemaError('the bytes do not match the Avro schema', error)
      }
    })
  const encode = (value: Value) =>
    bounded(isLinear, 'encoding', () => {
      try {
        return type.toBuffer(toAvro(type, value, 'the value'))
      } catch (error) {
        throw toSchemaError('the value does not match the Avro schema', error)
      }
    })
  return {
    decode: (bytes) => decode(requireSize(bytes)),
    encode,
    check: (value) => {
      if (value instanceof Uint8Array) decode(requireSize(value))
      else if (typeof value === 'string') decode(requireSize(Buffer.from(value)))
      else encode(value)
    },
  }
}

/** More would hold the event loop too long. The library creates functions for each of them, which no thread can pass to another one. */
const maxRecords = 150
const maxParts = 1000

function requireFewParts(schema: avro.Schema): void {
  let records = 0
  let parts = 0
  const waiting: unknown[] = [schema]
  while (waiting.length > 0) {
    const one = waiting.pop()
    if (typeof one !== 'object' || one === null) continue
    // A type, a field, or a list of them.
    parts += 1
    if ('type' in one && (one.type === 'record' || one.type === 'error')) records += 1
    for (const inside of Object.values(one)) waiting.push(inside)
    if (records > maxRecords) reject(`the schema has more than ${maxRecords} records`)
    if (parts > maxParts) reject(`the schema has more than ${maxParts} types and fields`)
  }
}

function compile(schema: avro.Schema): Type {
  try {
    const compiled = avro.Type.forSchema(schema, { registry: { long }, wrapUnions: true, noAnonymousTypes: false })
    requireUsableNames(compiled)
    return compiled
  } catch (error) {
    throw toSchemaError('the schema is not valid Avro', error)
  }
}

function parseJson(source: string): avro.Schema {
  try {
    const schema: unknown = JSON.parse(source)
    if (typeof schema === 'string' || (typeof schema === 'object' && schema !== null)) return schema as avro.Schema // validated by the library
  } catch {
    // A name of a type is also a schema.
  }
  return reject('the schema is not JSON')
}

const toSchemaError = (what: string, error: unknown): unknown =>
  error instanceof SchemaError
    ? error
    : error instanceof Error
      ? new SchemaError(`${what}: ${error.message.slice(0, 500)}`)
      : error

function* typesIn(root: Type, seen = new Set<Type>()): Generator<Type> {
  if (seen.has(root)) return
  seen.add(root)
  yield root
  if (root instanceof types.RecordType) for (const field of root.fields) yield* typesIn(field.type, seen)
  else if (root instanceof types.ArrayType) yield* typesIn(root.itemsType, seen)
  else if (root instanceof types.MapType) yield* typesIn(root.valuesType, seen)
  else if (root instanceof types.WrappedUnionType) for (const one of root.types) yield* typesIn(one, seen)
}

/** The library creates classes, in which these names have another meaning. */
function requireUsableNames(root: Type): void {
  for (const type of typesIn(root)) {
    if (!(type instanceof types.RecordType)) continue
    for (const { name } of type.fields) if (name === '__proto__') reject('no field can have the name __proto__')
  }
}

/** False if few bytes can mean many values: a list of values that have no bytes. */
const growsWithSize = (root: Type): boolean =>
  [...typesIn(root)].every((type) => !(type instanceof types.ArrayType) || hasBytes(type.itemsType))

/** With a union in a union, the search for the branches of a value can take exponential time. */
const hasNestedUnion = (root: Type): boolean =>
  [...typesIn(root)].some(
    (type) =>
      type instanceof types.WrappedUnionType &&
      type.types.some((branch) => [...typesIn(branch)].some((inner) => inner instanceof types.WrappedUnionType)),
  )

function hasBytes(type: Type, seen = new Set<Type>()): boolean {
  if (type instanceof types.NullType) return false
  if (type instanceof types.FixedType) return type.size > 0
  if (!(type instanceof types.RecordType) || seen.has(type)) return !seen.has(type)
  return type.fields.some((field) => hasBytes(field.type, new Set([...seen, type])))
}

type Avro = unknown

/** Converts a value for the library. Of a union, the first branch that takes the value is used, as in EMQX. */
function toAvro(type: Type, value: Value, where: string): Avro {
  if (type instanceof types.NullType) return value === null ? null : reject(`${where} must be null`)
  if (type instanceof types.BooleanType)
    return typeof value === 'boolean' ? value : reject(`${where} must be true or false`)
  if (type instanceof types.IntType) return Number(integerOf(value, where, minInt, maxInt))
  if (type instanceof types.LongType) return integerOf(value, where, minLong, maxLong)
  if (type instanceof types.FloatType || type instanceof types.DoubleType) return floatOf(value, where)
  if (type instanceof types.StringType || type instanceof types.EnumType) return textOf(value, where)
  if (type instanceof types.BytesType || type instanceof types.FixedType) return Buffer.from(bytesOf(value, where))
  if (type instanceof types.ArrayType) {
    if (!isList(value)) return reject(`${where} must be a list`)
    return value.map((item, index) => toAvro(type.itemsType, item, `${where}[${index}]`))
  }
  if (type instanceof types.MapType) {
    if (!isMap(value)) return reject(`${where} must be a map`)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, toAvro(type.valuesType, item, `${where}.${key}`)]),
    )
  }
  if (type instanceof types.RecordType) {
    if (!isMap(value)) return reject(`${where} must be a map`)
    const given = type.fields.filter(({ name }) => Object.hasOwn(value, name) && value[name] !== undefined)
    // A missing field gets its default from the library, or fails there.
    return Object.fromEntries(
      given.map((field) => [field.name, toAvro(field.type, value[field.name], `${where}.${field.name}`)]),
    )
  }
  if (type instanceof types.WrappedUnionType) return toBranch(type.types, value, where)
  return reject(`${where} has a type that is not supported`)
}

function toBranch(branches: readonly Type[], value: Value, where: string): Avro {
  for (const branch of branches) {
    let converted: Avro
    try {
      converted = toAvro(branch, value, where)
    } catch (error) {
      if (error instanceof SchemaError) continue
      throw error
    }
    if (!branch.isValid(converted)) continue
    return converted === null ? null : { [branchOf(branch)]: converted }
  }
  return reject(`${where} matches no type of its union`)
}

function fromAvro(type: Type, value: Avro): Value {
  if (type instanceof types.IntType) return BigInt(Number(value))
  if (type instanceof types.ArrayType && Array.isArray(value))
    return value.map((item: unknown) => fromAvro(type.itemsType, item))
  if (type instanceof types.WrappedUnionType) {
    if (value === null || typeof value !== 'object') return null
    const [[name, inner] = []] = Object.entries(value)
    const branch = type.types.find((one) => branchOf(one) === name)
    return branch === undefined ? reject('the branch of a union is unknown') : fromAvro(branch, inner)
  }
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value as Value // a scalar
  const entries = Object.entries(value)
  if (type instanceof types.MapType)
    return Object.fromEntries(entries.map(([key, item]) => [key, fromAvro(type.valuesType, item)]))
  if (!(type instanceof types.RecordType)) return reject('the type is not supported')
  const inside = new Map<string, unknown>(entries)
  return Object.fromEntries(type.fields.map((field) => [field.name, fromAvro(field.type, inside.get(field.name))]))
}
