import { createRequire } from 'node:module'
import { decodeJson, encodeJson, JsonError } from '@mqdeck/kit/json'
import { Ajv, type AnySchema, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import AjvDraft4 from 'ajv-draft-04'
import { RE2JS } from 're2js'
import { type Codec, cheapPayload, requireSize } from './codec.ts'
import { bounded, schemaLimit, withTimeLimit } from './time-limit.ts'
import { isValueList, isValueMap, reject, SchemaError, type SchemaValue, utf8 } from './value.ts'

// Not an import, because bundles lose its attribute `type`.
const draft6: unknown = createRequire(import.meta.url)('ajv/dist/refs/json-schema-draft-06.json')

/** Patterns run in linear time, because clients send the text. */
function createPattern(pattern: string) {
  const compiled = RE2JS.compile(pattern)
  // The library keeps one pattern for each text.
  return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern }
}
/** The library writes it into standalone code, which is not used here. */
createPattern.code = 'createPattern'

const options: Options = {
  strict: false,
  // EMQX does not check formats either, and some take quadratic time.
  validateFormats: false,
  logger: false,
  ownProperties: true,
  inlineRefs: false,
  // A schema must not be known to the next one, which may have the same `$id`.
  addUsedSchema: false,
  // Optimizing takes longer than everything else, and longer than linear time.
  code: { regExp: createPattern, optimize: false },
}

type Create = () => Pick<Ajv, 'compile' | 'removeSchema'>

const drafts: readonly (readonly [mark: string, create: Create])[] = [
  ['json-schema.org/draft-04/', () => new AjvDraft4(options)],
  [
    'json-schema.org/draft-06/',
    () => {
      const ajv = new Ajv(options)
      if (typeof draft6 === 'object' && draft6 !== null) ajv.addMetaSchema(draft6)
      return ajv
    },
  ],
  ['json-schema.org/draft-07/', () => new Ajv(options)],
  ['json-schema.org/draft/2019-09/', () => new Ajv2019(options)],
  ['json-schema.org/draft/2020-12/', () => new Ajv2020(options)],
]

/** Kept, because the schema of each draft is compiled too. */
const compilers = new Map<Create, ReturnType<Create>>()

/** Keywords with which the time can grow faster than the payload. */
const isCostly = /"(?:\$ref|\$dynamicRef|\$recursiveRef|uniqueItems|pattern|patternProperties|contains)"/

/**
 * Compiles a JSON Schema of draft 4, 6, 7, 2019-09 or 2020-12; without `$schema`, draft 7.
 * @throws {SchemaError}
 */
export function compileJsonSchema(source: string): Codec {
  const schema = parseSchema(source)
  const validate = withTimeLimit('the schema', () => compile(schema), schemaLimit)
  const isCheap = source.length <= cheapPayload && !isCostly.test(source)

  const check = (value: unknown, size: number) =>
    bounded(isCheap && size <= cheapPayload, 'validation', () => {
      if (validate(value) === true) return
      const [first] = validate.errors ?? []
      reject(`the value does not match the JSON Schema: ${first?.instancePath ?? ''} ${first?.message ?? ''}`.trim())
    })
  const checkText = (text: string) => check(parseText(text), text.length)

  return {
    decode(bytes) {
      const text = utf8(requireSize(bytes))
      checkText(text)
      return exactJson(text)
    },
    encode(value) {
      check(toPlain(value), Number.POSITIVE_INFINITY)
      return Buffer.from(encodeJson(value))
    },
    check(value) {
      if (value instanceof Uint8Array) checkText(utf8(requireSize(value)))
      else if (typeof value === 'string') checkText(utf8(requireSize(Buffer.from(value))))
      else check(toPlain(value), Number.POSITIVE_INFINITY)
    },
  }
}

function parseSchema(source: string): AnySchema {
  try {
    const schema: unknown = JSON.parse(source)
    if (typeof schema === 'boolean' || (typeof schema === 'object' && schema !== null && !Array.isArray(schema)))
      return schema
  } catch {
    return reject('the schema is not JSON')
  }
  return reject('the schema must be an object, true or false')
}

function compile(schema: AnySchema): ValidateFunction {
  const mark = typeof schema === 'object' && '$schema' in schema ? String(schema.$schema) : 'json-schema.org/draft-07/'
  const [, create] = drafts.find(([part]) => mark.includes(part)) ?? []
  if (create === undefined)
    return reject(`$schema must be draft 4, 6, 7, 2019-09 or 2020-12 of JSON Schema, not ${mark.slice(0, 100)}`)
  const ajv = compilers.get(create) ?? create()
  compilers.set(create, ajv)
  try {
    return ajv.compile(schema)
  } catch (error) {
    if (error instanceof Error) throw new SchemaError(`the schema is not a JSON Schema: ${error.message.slice(0, 500)}`)
    throw error
  } finally {
    if (typeof schema === 'object') ajv.removeSchema(schema)
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return reject('the payload is not JSON')
  }
}

function exactJson(text: string): SchemaValue {
  try {
    return decodeJson(text)
  } catch (error) {
    if (error instanceof JsonError) throw new SchemaError(error.message)
    throw error
  }
}

/** JSON Schema has one type of number. */
function toPlain(value: SchemaValue): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Uint8Array) return utf8(value)
  if (isValueList(value)) return value.map(toPlain)
  if (isValueMap(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toPlain(one)]))
  return value
}
