import { isRecord } from '@mqdeck/contract'
import { type Json, listAt, objectAt } from './json.ts'

/**
 * Reasons why EMQX would reject a value, according to one of its own schemas: of the OpenAPI document, or of `GET
 * /schemas/...`, which has `symbols` and its own types. Stricter than EMQX where this finds mistakes: text is not
 * accepted as a number.
 * @param document contains the components that the schema refers to
 * @returns one line per fault with its path; empty if the value is valid
 */
export function schemaFaults(document: unknown, schema: Json, value: unknown, path = ''): readonly string[] {
  const { $ref, ...beside } = schema
  if (typeof $ref === 'string')
    return schemaFaults(document, { ...componentAt(document, $ref), ...beside }, value, path)
  const arms = [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf')].filter(isRecord)
  if (arms.length > 0) return faultsOfUnion(document, arms, value, path)
  const symbols = [...listAt(schema, 'symbols'), ...listAt(schema, 'enum')]
  if (symbols.length > 0)
    return symbols.some((one) => String(one) === String(value))
      ? []
      : [fault(path, `${JSON.stringify(value)} is none of ${symbols.join(', ')}`)]
  switch (schema.type) {
    case 'object':
      return faultsOfObject(document, schema, value, path)
    case 'array':
      if (!Array.isArray(value)) return [fault(path, `${nameOf(value)} in the place of a list`)]
      return value.flatMap((one, index) =>
        schemaFaults(document, objectAt(schema, 'items'), one, joined(path, `${index + 1}`)),
      )
    default:
      return faultsOfScalar(schema, value, path)
  }
}

/** End of the lines about missing and unknown fields. */
export const requiredField = 'required field is missing'

export const unknownField = 'unknown field'

const fault = (path: string, what: string) => `${path === '' ? 'the body' : path}: ${what}`
const joined = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)
const nameOf = (value: unknown) => (Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`)

function componentAt(document: unknown, reference: string): Json {
  const name = reference.split('/').at(-1) ?? ''
  return objectAt(objectAt(objectAt(document, 'components'), 'schemas'), name)
}

function faultsOfObject(document: unknown, schema: Json, value: unknown, path: string): readonly string[] {
  if (!isRecord(value)) return [fault(path, `${nameOf(value)} in the place of an object`)]
  const properties = objectAt(schema, 'properties')
  const names = Object.keys(properties)
  const [only = '', ...others] = names
  if (only === '') return []
  if (only.startsWith('$') && others.length === 0)
    return Object.entries(value).flatMap(([key, one]) =>
      schemaFaults(document, objectAt(properties, only), one, joined(path, key)),
    )
  const required = new Set([
    ...listAt(schema, 'required').map(String),
    ...names.filter((name) => isForced(document, objectAt(properties, name))),
  ])
  const missing = [...required].filter((name) => value[name] === undefined)
  const given = Object.entries(value).filter(([, one]) => one !== undefined)
  return [
    ...missing.map((name) => fault(joined(path, name), requiredField)),
    ...given.flatMap(([key, one]) =>
      names.includes(key)
        ? schemaFaults(document, objectAt(properties, key), one, joined(path, key))
        : // A default may contain fields that the schema does not print.
          key in objectAt(schema, 'default')
          ? []
          : [fault(joined(path, key), unknownField)],
    ),
  ]
}

/**
 * EMQX validates a missing object as an empty one. Its document calls a union of objects optional that it rejects if all of them have
 * required fields: `proto.auth` of JT/T 808.
 */
function isForced(document: unknown, schema: Json): boolean {
  const arms = [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf')].filter(isRecord)
  if (arms.length === 0 || 'default' in schema) return false
  return arms.every((arm) => {
    const target = typeof arm.$ref === 'string' ? componentAt(document, arm.$ref) : arm
    const properties = objectAt(target, 'properties')
    return listAt(target, 'required').some((name) => !('default' in objectAt(properties, String(name))))
  })
}

/** Faults of the member that the value matches best. */
function faultsOfUnion(document: unknown, arms: readonly Json[], value: unknown, path: string): readonly string[] {
  const found = arms.map((arm) => schemaFaults(document, arm, value, path))
  const [closest = []] = found.toSorted((a, b) => weightOf(a) - weightOf(b))
  return closest
}

/** A wrong constant means that the value belongs to another member. */
const weightOf = (faults: readonly string[]) =>
  faults.reduce((sum, one) => sum + (one.includes(' is none of ') || one.includes(' in the place of ') ? 100 : 1), 0)

const patterns: Readonly<Record<string, RegExp>> = {
  duration: /^(\d+(ms|s|m|h|d|w))+$/i,
  byteSize: /^\d+(\.\d+)?(kb|mb|gb|b)?$/i,
  wordSize: /^\d+(\.\d+)?(kb|mb|gb|b)?$/i,
  percent: /^\d+(\.\d+)?%$/,
  url: /^\w+:\/\/\S+$/,
}

function faultsOfScalar(schema: Json, value: unknown, path: string): readonly string[] {
  const { type } = schema
  const isNumber = typeof value === 'number'
  const wrong = () => [fault(path, `${JSON.stringify(value)} in the place of a ${String(type)}`)]
  switch (type) {
    case 'integer':
    case 'number': {
      if (!isNumber || (type === 'integer' && !Number.isInteger(value))) return wrong()
      const { minimum, maximum } = schema
      const isLess = typeof minimum === 'number' && value < minimum && value !== schema.default
      if (isLess || (typeof maximum === 'number' && value > maximum))
        return [fault(path, `${value} is not between ${String(minimum)} and ${String(maximum)}`)]
      return []
    }
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong()
    case 'string':
      return typeof value === 'string' ? [] : wrong()
    default: {
      const pattern = patterns[String(type)]
      if (!pattern) return []
      return (isNumber && type !== 'url') || (typeof value === 'string' && pattern.test(value.trim())) ? [] : wrong()
    }
  }
}
