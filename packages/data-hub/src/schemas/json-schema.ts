import { createRequire } from 'node:module'
import { Script } from 'node:vm'
import { decodeJson, encodeJson, isList, isMap, JsonError, type Value } from '@mqdeck/kit/json'
import { Ajv, type AnySchema, type Options } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import createStandaloneCode from 'ajv/dist/standalone/index.js'
import AjvDraft4 from 'ajv-draft-04'
import { RE2JS } from 're2js'
import { type Codec, cheapPayload, requireSize } from './codec.ts'
import { reject, SchemaError } from './schema-error.ts'
import { bounded } from './time-limit.ts'
import { utf8 } from './values.ts'

const requireModule = createRequire(import.meta.url)
// Not an import, because bundles lose its attribute `type`.
const draft6: unknown = requireModule('ajv/dist/refs/json-schema-draft-06.json')

/** Patterns run in linear time, because clients send the text. */
function createPattern(pattern: string) {
  const compiled = RE2JS.compile(pattern)
  // The library keeps one pattern for each text.
  return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern }
}
/** The name of the function in generated code. */
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
  code: { regExp: createPattern, optimize: false, source: true },
}

type Create = () => Ajv

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

/** JavaScript that validates a value, with what V8 made of it, which a thread can pass to another one. */
export interface ValidationCode {
  readonly code: string
  readonly compiled: Uint8Array
}

/** More code than this would hold the event loop too long when it is loaded. */
const maxCodeLength = 1_000_000

/**
 * Generates the code for a JSON Schema of draft 4, 6, 7, 2019-09 or 2020-12; without `$schema`, draft 7. Takes much longer than loading it.
 * @throws {SchemaError}
 */
export function generateValidation(source: string): ValidationCode {
  const code = wrapped(generate(parseSchema(source)))
  if (code.length > maxCodeLength)
    return reject('the schema is too large: split it, or remove parts that are not needed')
  const script = new Script(code)
  // The first call compiles the function, which is then a part of the compiled code.
  run(script)(undefined)
  return { code, compiled: script.createCachedData() }
}

const wrapped = (code: string) => `(function (require, createPattern, module, exports) {${code}\n})`

interface Validate {
  (value: unknown): unknown
  readonly errors?: readonly { readonly instancePath?: string; readonly message?: string }[] | null
}

function run(script: Script): Validate {
  const module: { exports: unknown } = { exports: {} }
  const load = script.runInThisContext() as (...parts: readonly unknown[]) => void // the code that is wrapped above
  load(requireRuntime, createPattern, module, module.exports)
  return module.exports as Validate // the library exports the function
}

/** Generated code requires functions of the library only. */
function requireRuntime(name: string): unknown {
  if (name.startsWith('ajv/dist/runtime/')) return requireModule(name)
  throw new SchemaError(`the schema needs ${name}, which is not supported`)
}

/** Both steps. @throws {SchemaError} */
export const compileJsonSchema = (source: string): Codec => loadJsonSchema(source, generateValidation(source))

export function loadJsonSchema(source: string, { code, compiled }: ValidationCode): Codec {
  const validate = run(new Script(code, { cachedData: Buffer.from(compiled) }))
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

function generate(schema: AnySchema): string {
  const mark = typeof schema === 'object' && '$schema' in schema ? String(schema.$schema) : 'json-schema.org/draft-07/'
  const [, create] = drafts.find(([part]) => mark.includes(part)) ?? []
  if (create === undefined)
    return reject(`$schema must be draft 4, 6, 7, 2019-09 or 2020-12 of JSON Schema, not ${mark.slice(0, 100)}`)
  const ajv = compilers.get(create) ?? create()
  compilers.set(create, ajv)
  try {
    return createStandaloneCode(ajv, ajv.compile(schema))
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

function exactJson(text: string): Value {
  try {
    return decodeJson(text)
  } catch (error) {
    if (error instanceof JsonError) throw new SchemaError(error.message)
    throw error
  }
}

/** JSON Schema has one type of number. */
function toPlain(value: Value): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Uint8Array) return utf8(value)
  if (isList(value)) return value.map(toPlain)
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toPlain(one)]))
  return value
}
