import type { SchemaRegistrySettings, SchemaSettings } from '@mqdeck/contract'
import { compileAvro } from './avro.ts'
import type { Codec } from './codec.ts'
import { type ConfluentRegistries, createConfluentRegistries } from './confluent.ts'
import { compileJsonSchema } from './json-schema.ts'
import { compileProtobuf } from './protobuf.ts'
import { sparkplugPackage, sparkplugSource } from './sparkplug.ts'
import { isValueMap, reject, type SchemaValue, textOf } from './value.ts'

/** The schemas of the configuration, compiled when they are first used, and the external registries. */
export interface SchemaRegistry {
  /** @throws {SchemaError} if the schema does not exist or the value does not match it. `more` is the message type. */
  encode(schema: string, value: SchemaValue, ...more: readonly SchemaValue[]): Uint8Array
  decode(schema: string, bytes: Uint8Array, ...more: readonly SchemaValue[]): SchemaValue
  /** @throws {SchemaError} if the schema does not exist */
  check(schema: string, value: SchemaValue, ...more: readonly SchemaValue[]): boolean
  /** Undefined if the schema does not exist. */
  codec(schema: string): Codec | undefined
  /** A payload of Sparkplug B, or another message type of its schema. */
  sparkplugEncode(value: SchemaValue, type?: string): Uint8Array
  sparkplugDecode(bytes: Uint8Array, type?: string): SchemaValue
  /** External registries with Avro schemas in Confluent's format: a zero byte, the ID in four bytes, the data. */
  readonly external: ConfluentRegistries
  /** Schemas that stay keep their compiled form. */
  update(settings: SchemaRegistrySettings): void
}

const compilers: Readonly<Record<SchemaSettings['type'], (source: string) => Codec>> = {
  avro: compileAvro,
  protobuf: compileProtobuf,
  json: compileJsonSchema,
}

/** @throws {SchemaError} */
export const compileSchema = ({ type, source }: Pick<SchemaSettings, 'type' | 'source'>): Codec =>
  compilers[type](source)

export function createSchemaRegistry(settings: SchemaRegistrySettings): SchemaRegistry {
  let current = settings
  let compiled = new Map<string, { readonly of: SchemaSettings; readonly codec: Codec }>()
  let sparkplug: Codec | undefined
  const external = createConfluentRegistries(settings.external)

  function codec(name: string): Codec | undefined {
    const schema = Object.hasOwn(current.schemas, name) ? current.schemas[name] : undefined
    if (schema === undefined) return undefined
    const known = compiled.get(name)
    if (known !== undefined && isSame(known.of, schema)) return known.codec
    const fresh = compileSchema(schema)
    compiled.set(name, { of: schema, codec: fresh })
    return fresh
  }
  const require = (name: string) => codec(name) ?? reject(`schema ${name.slice(0, 255)} does not exist`)
  const ofSparkplug = () => {
    // A known schema, compiled while a message waits: it needs no limit.
    sparkplug ??= compileProtobuf(sparkplugSource, 10_000)
    return sparkplug
  }

  const nameOf = ([name]: readonly SchemaValue[]) => (name === undefined ? undefined : textOf(name, 'the message type'))
  return {
    external,
    codec,
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
      isValueMap(value) ? ofSparkplug().encode(value, sparkplugPackage + type) : reject('the value must be a map'),
    sparkplugDecode: (bytes, type = 'Payload') => ofSparkplug().decode(bytes, sparkplugPackage + type),
    update(next) {
      current = next
      compiled = new Map([...compiled].filter(([name]) => Object.hasOwn(next.schemas, name)))
      external.update(next.external)
    },
  }
}

const isSame = (a: SchemaSettings, b: SchemaSettings) => a === b || (a.type === b.type && a.source === b.source)
