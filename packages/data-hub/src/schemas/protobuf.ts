import { isList, isMap, type Value } from '@mqdeck/kit/json'
import protobuf, { type Field, type Type } from 'protobufjs'
import { type Codec, cheapPayload, requireSize } from './codec.ts'
import { reject, SchemaError } from './schema-error.ts'
import { bounded } from './time-limit.ts'
import { bytesOf, floatOf, integerOf, textOf } from './values.ts'

const int32s = new Set(['int32', 'sint32', 'sfixed32'])
const uint32s = new Set(['uint32', 'fixed32'])
const int64s = new Set(['int64', 'sint64', 'sfixed64'])
const uint64s = new Set(['uint64', 'fixed64'])

/** Messages of a schema, as plain data that a thread can pass to another one. */
export type ProtobufDescriptor = protobuf.INamespace

/** More would hold the event loop too long: the time grows with the square of the fields of a message. */
const maxFieldsOfMessage = 200
const maxFields = 2000

/**
 * Parses the text of a .proto file without imports.
 * @throws {SchemaError}
 */
export function parseProtobuf(source: string): ProtobufDescriptor {
  try {
    const { root, imports = [] } = protobuf.parse(source, new protobuf.Root(), { keepCase: true })
    if (imports.length > 0) reject('imports are not supported')
    root.resolveAll()
    let count = 0
    for (const { fieldsArray, fullName } of messagesIn(root)) {
      if (fieldsArray.some(({ name }) => name === '__proto__')) reject('no field can have the name __proto__')
      if (fieldsArray.length > maxFieldsOfMessage)
        reject(
          `message ${fullName.slice(1)} has ${fieldsArray.length} fields, and at most ${maxFieldsOfMessage} are supported`,
        )
      count += fieldsArray.length
    }
    if (count > maxFields) reject(`the messages have ${count} fields, and at most ${maxFields} are supported`)
    return root.toJSON({ keepComments: false })
  } catch (error) {
    throw toSchemaError('the schema is not valid Protobuf', error)
  }
}

/** Loads a schema in steps, so that other work can be done in between. Returns the codec at the end. */
export function* loadProtobuf({ nested = {}, ...descriptor }: ProtobufDescriptor): Generator<undefined, Codec> {
  const root = protobuf.Root.fromJSON({ ...descriptor, nested: {} })
  for (const [name, one] of Object.entries(nested)) {
    root.addJSON({ [name]: one })
    yield
  }
  root.resolveAll()
  yield
  const found = new Map([...messagesIn(root)].map((type) => [type.fullName.slice(1), type] as const))
  // The library would create the functions of a type when a message needs them.
  for (const type of found.values()) {
    type.setup()
    yield
  }
  return codecOf(found)
}

/** Parses and loads in one call. @throws {SchemaError} */
export function compileProtobuf(source: string): Codec {
  const steps = loadProtobuf(parseProtobuf(source))
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

function codecOf(found: ReadonlyMap<string, Type>): Codec {
  const typeOf = (name: string | undefined): Type =>
    found.get(name ?? '') ??
    reject(name === undefined ? 'a message type is required' : `message type ${name} is unknown`)

  const decode = (bytes: Uint8Array, name: string | undefined) => {
    const type = typeOf(name)
    return bounded(bytes.length <= cheapPayload, 'decoding', () => {
      try {
        return fromMessage(type, type.decode(bytes))
      } catch (error) {
        throw toSchemaError(`the bytes are not a message ${name}`, error)
      }
    })
  }
  const encode = (value: Value, name: string | undefined) => {
    const type = typeOf(name)
    try {
      return type.encode(toMessage(type, value, 'the value')).finish()
    } catch (error) {
      throw toSchemaError(`the value is not a message ${name}`, error)
    }
  }
  return {
    messageTypes: new Set(found.keys()),
    decode: (bytes, name) => decode(requireSize(bytes), name),
    encode,
    check: (value, name) => {
      if (value instanceof Uint8Array) decode(requireSize(value), name)
      else if (typeof value === 'string') decode(requireSize(Buffer.from(value)), name)
      else encode(value, name)
    },
  }
}

const toSchemaError = (what: string, error: unknown): unknown =>
  error instanceof SchemaError
    ? error
    : error instanceof Error
      ? new SchemaError(`${what}: ${error.message.slice(0, 500)}`)
      : error

function* messagesIn(space: protobuf.NamespaceBase): Generator<Type> {
  for (const one of space.nestedArray) {
    if (one instanceof protobuf.Type) yield one
    if (one instanceof protobuf.Namespace) yield* messagesIn(one)
  }
}

type Plain = Record<string, unknown>

function toMessage(type: Type, value: Value, where: string): protobuf.Message {
  if (!isMap(value)) return reject(`${where} must be a map`)
  const message: Plain = {}
  // Only fields of the schema: others are ignored, as in EMQX.
  for (const field of type.fieldsArray) {
    const given = Object.hasOwn(value, field.name) ? value[field.name] : undefined
    const inside = `${where}.${field.name}`
    if (given === undefined || given === null) {
      if (field.required) reject(`${inside} is required`)
    } else message[field.name] = toField(field, given, inside)
  }
  return type.create(message)
}

function toField(field: Field, value: Value, where: string): unknown {
  if (field instanceof protobuf.MapField) {
    if (!isMap(value)) return reject(`${where} must be a map`)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toOne(field, one, `${where}.${key}`)]))
  }
  if (!field.repeated) return toOne(field, value, where)
  if (!isList(value)) return reject(`${where} must be a list`)
  return value.map((one, index) => toOne(field, one, `${where}[${index}]`))
}

function toOne({ type, resolvedType }: Field, value: Value, where: string): unknown {
  if (resolvedType instanceof protobuf.Type) return toMessage(resolvedType, value, where)
  if (resolvedType instanceof protobuf.Enum) {
    if (typeof value !== 'string' && !(value instanceof Uint8Array))
      return Number(integerOf(value, where, -(2n ** 31n), 2n ** 31n - 1n))
    return resolvedType.values[textOf(value, where)] ?? reject(`${where} is not a value of ${resolvedType.name}`)
  }
  if (int32s.has(type)) return Number(integerOf(value, where, -(2n ** 31n), 2n ** 31n - 1n))
  if (uint32s.has(type)) return Number(integerOf(value, where, 0n, 2n ** 32n - 1n))
  if (int64s.has(type)) return toLong(integerOf(value, where, -(2n ** 63n), 2n ** 63n - 1n))
  if (uint64s.has(type)) return toLong(integerOf(value, where, 0n, 2n ** 64n - 1n))
  if (type === 'bool') return typeof value === 'boolean' ? value : reject(`${where} must be true or false`)
  if (type === 'string') return textOf(value, where)
  if (type === 'bytes') return bytesOf(value, where)
  return floatOf(value, where)
}

/** The library reads and writes 64-bit integers as two halves. */
const toLong = (value: bigint) => ({
  low: Number(BigInt.asIntN(32, value)),
  high: Number(BigInt.asIntN(32, value >> 32n)),
})

function fromLong(value: unknown, isSigned: boolean): bigint {
  if (typeof value !== 'object' || value === null || !('low' in value) || !('high' in value))
    return BigInt(Number(value))
  const bits = (BigInt.asUintN(32, BigInt(Number(value.high))) << 32n) | BigInt.asUintN(32, BigInt(Number(value.low)))
  return isSigned ? BigInt.asIntN(64, bits) : bits
}

function fromMessage(type: Type, message: protobuf.Message): Value {
  const plain = message as unknown as Plain // fields are own properties of the message
  const entries: [string, Value][] = []
  for (const field of type.fieldsArray) {
    if (Object.hasOwn(plain, field.name)) {
      const value = fromField(field, plain[field.name])
      if (value !== undefined) entries.push([field.name, value])
    } else if (isImplicit(field)) entries.push([field.name, fromOne(field, field.typeDefault)])
  }
  return Object.fromEntries(entries)
}

/** Whether a missing field has its default: scalars of proto3 without `optional`. */
const isImplicit = (field: Field) =>
  !field.repeated &&
  !field.map &&
  field.partOf === null &&
  !field.hasPresence &&
  !(field.resolvedType instanceof protobuf.Type)

function fromField(field: Field, value: unknown): Value {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((one: unknown) => fromOne(field, one))
  if (!(field instanceof protobuf.MapField) || typeof value !== 'object' || value === null) return fromOne(field, value)
  if (Object.keys(value).length === 0) return undefined
  return Object.fromEntries(Object.entries(value).map(([key, one]: [string, unknown]) => [key, fromOne(field, one)]))
}

function fromOne({ type, resolvedType }: Field, value: unknown): Value {
  if (resolvedType instanceof protobuf.Type) return fromMessage(resolvedType, value as protobuf.Message) // decoded as this type
  if (resolvedType instanceof protobuf.Enum) return resolvedType.valuesById[Number(value)] ?? BigInt(Number(value))
  if (int64s.has(type) || uint64s.has(type)) return fromLong(value, int64s.has(type))
  if (int32s.has(type) || uint32s.has(type)) return BigInt(Number(value))
  if (value instanceof Uint8Array) return new Uint8Array(value)
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value
  // The default of bytes is an empty list.
  return type === 'bytes' ? new Uint8Array() : undefined
}
