import type { SchemaRegistrySettings, SchemaSettings } from '@mqdeck/contract'
import { isMap, type Value } from '@mqdeck/kit/json'
import { compileAvro } from './avro.ts'
import type { Codec } from './codec.ts'
import { createSchemaCompiler } from './compiler.ts'
import { type ConfluentRegistries, createConfluentRegistries } from './confluent.ts'
import { compileJsonSchema } from './json-schema.ts'
import { compileProtobuf } from './protobuf.ts'
import { reject, SchemaError } from './schema-error.ts'
import { sparkplugPackage, sparkplugSource } from './sparkplug.ts'
import { textOf } from './values.ts'

/** The schemas of the configuration, compiled when they are first used, and the external registries. */
export interface SchemaRegistry {
  /** @throws {SchemaError} if the schema does not exist or the value does not match it. `more` is the message type. */
  encode(schema: string, value: Value, ...more: readonly Value[]): Uint8Array
  decode(schema: string, bytes: Uint8Array, ...more: readonly Value[]): Value
  /** @throws {SchemaError} if the schema does not exist */
  check(schema: string, value: Value, ...more: readonly Value[]): boolean
  /** Undefined if the schema does not exist. */
  codec(schema: string): Codec | undefined
  /** A payload of Sparkplug B, or another message type of its schema. */
  sparkplugEncode(value: Value, type?: string): Uint8Array
  sparkplugDecode(bytes: Uint8Array, type?: string): Value
  /** External registries with Avro schemas in Confluent's format: a zero byte, the ID in four bytes, the data. */
  readonly external: ConfluentRegistries
  /**
   * Compiles schemas that are not known yet, without holding the event loop. Call before `compiled` for schemas of a new configuration.
   * A schema that is rejected rejects in `compiled`.
   */
  prepare(schemas: readonly SchemaSource[]): Promise<void>
  /**
   * The compiled form of a schema. Each version is compiled once. Takes long for a schema that is not prepared.
   * @throws {SchemaError}
   */
  compiled(schema: SchemaSource): Codec
  /** Schemas that stay keep their compiled form. */
  update(settings: SchemaRegistrySettings): void
}

const compilers: Readonly<Record<SchemaSettings['type'], (source: string) => Codec>> = {
  avro: compileAvro,
  protobuf: compileProtobuf,
  json: compileJsonSchema,
}

type SchemaSource = Pick<SchemaSettings, 'type' | 'source'>

/** The compiled form depends on the type and the source. */
const keyOf = ({ type, source }: SchemaSource) => `${type} ${source}`

export function createSchemaRegistry(settings: SchemaRegistrySettings): SchemaRegistry {
  let current = settings
  /** Codecs, and why schemas were rejected. */
  let known = new Map<string, Codec | SchemaError>()
  let sparkplug: Codec | undefined
  const external = createConfluentRegistries(settings.external)
  const compiler = createSchemaCompiler()

  /** Forgets versions that are in use no more. */
  function keepOnly(schemas: readonly SchemaSource[]): void {
    const keys = new Set(schemas.map(keyOf))
    known = new Map([...known].filter(([key]) => keys.has(key)))
  }

  function compiled(schema: SchemaSource): Codec {
    const key = keyOf(schema)
    const found = known.get(key) ?? attempt(() => compilers[schema.type](schema.source))
    known.set(key, found)
    if (found instanceof SchemaError) throw found
    return found
  }
  const codec = (name: string) => {
    const schema = Object.hasOwn(current.schemas, name) ? current.schemas[name] : undefined
    return schema && compiled(schema)
  }
  const require = (name: string) => codec(name) ?? reject(`schema ${name.slice(0, 255)} does not exist`)
  const ofSparkplug = () => {
    sparkplug ??= compileProtobuf(sparkplugSource)
    return sparkplug
  }

  const nameOf = ([name]: readonly Value[]) => (name === undefined ? undefined : textOf(name, 'the message type'))
  return {
    external,
    codec,
    compiled,
    async prepare(schemas) {
      keepOnly([...Object.values(current.schemas), ...schemas])
      for (const schema of schemas) {
        const key = keyOf(schema)
        if (known.has(key)) continue
        known.set(key, await compiler.compile(schema).catch(asRejection))
      }
    },
    encode: (name, value, ...more) => require(name).encode(value, nameOf(more)),
    decode: (name, bytes, ...more) => require(name).decode(bytes, nameOf(more)),
    check(name, value, ...more) {
      const found = require(name)
      try {
        found.check(value, nameOf(more))
        return true
      } catch {
        return false
      }
    },
    sparkplugEncode: (value, type = 'Payload') =>
      isMap(value) ? ofSparkplug().encode(value, sparkplugPackage + type) : reject('the value must be a map'),
    sparkplugDecode: (bytes, type = 'Payload') => ofSparkplug().decode(bytes, sparkplugPackage + type),
    update(next) {
      current = next
      keepOnly(Object.values(next.schemas))
      external.update(next.external)
    },
  }
}

function attempt(compile: () => Codec): Codec | SchemaError {
  try {
    return compile()
  } catch (error) {
    return asRejection(error)
  }
}

function asRejection(error: unknown): SchemaError {
  if (error instanceof SchemaError) return error
  throw error
}
