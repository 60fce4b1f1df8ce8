import { format, type OutputUnit, type SchemaDraft, Validator } from '@cfworker/json-schema'
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json'
import draft7 from 'ajv/dist/refs/json-schema-draft-07.json'
import draft4 from 'ajv-draft-04/dist/refs/json-schema-draft-04.json'
import { type Decoded, reject } from './decoded.ts'
import { readJson } from './json-value.ts'

/*
 * Of ajv, only the schemas of JSON Schema itself: its validators are functions created from text, which the
 * dashboard's Content-Security-Policy forbids.
 */

// Neither the broker nor EMQX checks formats, and the library has no option for it.
for (const name of Object.keys(format)) delete format[name]

type Schema = ConstructorParameters<typeof Validator>[0]

const drafts: readonly (readonly [mark: string, draft: SchemaDraft, meta?: unknown])[] = [
  ['json-schema.org/draft-04/', '4', draft4],
  // Draft 7 adds keywords to draft 6 and changes none.
  ['json-schema.org/draft-06/', '7', draft6],
  ['json-schema.org/draft-07/', '7', draft7],
  ['json-schema.org/draft/2019-09/', '2019-09'],
  ['json-schema.org/draft/2020-12/', '2020-12'],
]

/** @throws {DecodeError} */
export function compileJsonSchema(source: string): (bytes: Uint8Array) => Decoded {
  const schema = parse(source)
  const mark =
    typeof schema === 'object' && '$schema' in schema ? String(schema.$schema) : 'json-schema.org/draft-07/schema#'
  const [, draft, meta] = drafts.find(([part]) => mark.includes(part)) ?? []
  if (draft === undefined) return reject('draft', { detail: mark.slice(0, 100) })
  if (meta !== undefined) {
    const fault = firstFault(new Validator(meta as Schema, draft), schema) // a schema of the library
    if (fault) reject('schemaInvalid', { detail: fault.error, path: placeOf(fault) })
  }
  const validator = validatorOf(schema, draft)
  return (bytes) => {
    const { exact, plain } = readJson(bytes)
    const fault = firstFault(validator, plain)
    return fault ? reject('mismatch', { detail: `${fault.keyword}: ${fault.error}`, path: placeOf(fault) }) : exact
  }
}

function parse(source: string): Schema {
  let schema: unknown
  try {
    schema = JSON.parse(source)
  } catch {
    return reject('schemaNotJson')
  }
  if (typeof schema === 'boolean') return schema as unknown as Schema // the library accepts it
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema
  return reject('schemaInvalid', { detail: 'a schema is an object, true or false' })
}

function validatorOf(schema: Schema, draft: SchemaDraft): Validator {
  try {
    const validator = new Validator(schema, draft)
    // References and patterns are resolved when they are used.
    validator.validate(null)
    return validator
  } catch (error) {
    return reject('schemaInvalid', { detail: error instanceof Error ? error.message : String(error) })
  }
}

/** The innermost error: the outer ones only say that a part does not match. */
function firstFault(validator: Validator, value: unknown): OutputUnit | undefined {
  try {
    return validator.validate(value).errors.at(-1)
  } catch (error) {
    return reject('schemaInvalid', { detail: error instanceof Error ? error.message : String(error) })
  }
}

/** `#/a/0` as `a[0]`. */
const placeOf = ({ instanceLocation }: OutputUnit) =>
  instanceLocation
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '') || undefined
