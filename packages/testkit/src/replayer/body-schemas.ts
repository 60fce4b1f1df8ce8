import { isRecord } from '@mqdeck/contract'
import { type Json, listAt, objectAt } from '../recordings/json.ts'
import type { ApiDocument } from './api-document.ts'

type Resolve = ApiDocument['resolve']

/** Request schema for this body, if there are several. Empty if nothing is declared. */
export function bodySchema(operation: Json | undefined, body: unknown, resolve: Resolve): Json {
  return alternativeFor(jsonSchema(operation?.requestBody), body, resolve)
}

export function answerSchema(operation: Json | undefined, like: unknown, resolve: Resolve): Json {
  const good = Object.entries(objectAt(operation, 'responses')).find(([status]) => status.startsWith('2'))
  return alternativeFor(jsonSchema(good?.[1]), like, resolve)
}

function jsonSchema(holder: unknown): unknown {
  return objectAt(objectAt(objectAt(holder, 'content'), 'application/json'), 'schema')
}

/** The first schema whose fields with one possible value match. Among several, the one with the most known fields. */
function alternativeFor(schema: unknown, value: unknown, resolve: Resolve): Json {
  const flat = flatten(schema, resolve)
  const fitting = flat.filter((one) => isFitting(one, value, resolve))
  const known = (one: Json) =>
    Object.keys(isRecord(value) ? value : {}).filter((key) => key in objectAt(one, 'properties')).length
  return [...fitting].sort((a, b) => known(b) - known(a))[0] ?? {}
}

function flatten(schema: unknown, resolve: Resolve): readonly Json[] {
  const here = resolve(schema)
  const choice = listAt(here, 'oneOf')
  return choice.length > 0 ? choice.flatMap((one) => flatten(one, resolve)) : [here]
}

/** Whether the fields that distinguish alternatives (`type`, `mechanism`, ...) allow the value. */
function isFitting(schema: Json, value: unknown, resolve: Resolve): boolean {
  if (!isRecord(value)) return schema.type !== 'object'
  return Object.entries(objectAt(schema, 'properties')).every(([key, inner]) => {
    const words = listAt(resolve(inner), 'enum')
    return words.length !== 1 || !(key in value) || words.includes(value[key])
  })
}

/**
 * Processes a body as EMQX does: fills in defaults at every level and masks secrets. Fields that are not in the
 * document stay as they are.
 */
export function complete(schema: unknown, value: unknown, resolve: Resolve): unknown {
  const chosen = alternativeFor(schema, value, resolve)
  if (chosen.format === 'password') return typeof value === 'string' && value !== '' ? '******' : value
  if (Array.isArray(value) && isRecord(chosen.items)) return value.map((one) => complete(chosen.items, one, resolve))
  if (!isRecord(value) || !isRecord(chosen.properties)) return value
  const entries = Object.entries(chosen.properties).flatMap(([key, inner]) => {
    if (key in value) return [[key, complete(inner, value[key], resolve)] as const]
    const { default: otherwise, deprecated } = resolve(inner)
    return otherwise === undefined || deprecated === true ? [] : [[key, complete(inner, otherwise, resolve)] as const]
  })
  return { ...value, ...Object.fromEntries(entries) }
}

/** First error at the top level of a body, with EMQX's message. */
export function mistakeIn(schema: Json, body: unknown, known: readonly string[], resolve: Resolve): Json | undefined {
  if (!isRecord(body) || !isRecord(schema.properties)) return undefined
  const missing = listAt(schema, 'required').find((key) => !(String(key) in body))
  if (missing !== undefined) return { reason: 'required_field', path: `root.${missing}`, kind: 'validation_error' }
  for (const [key, inner] of Object.entries(schema.properties)) {
    const { enum: words, type } = resolve(inner)
    if (Array.isArray(words) && key in body && type === 'string' && !words.includes(body[key]))
      return { value: body[key], reason: 'not_a_enum_symbol', path: `root.${key}`, kind: 'validation_error' }
  }
  const unknown = Object.keys(body).filter((key) => !(key in objectAt(schema, 'properties')) && !known.includes(key))
  return unknown.length > 0
    ? { unknown: unknown.join(','), reason: 'unknown_fields', path: 'root', kind: 'validation_error' }
    : undefined
}

/** Minimal value with the shape of the document, for responses that were not recorded. */
export function sampleOf(schema: unknown, resolve: Resolve, depth = 0): unknown {
  const here = resolve(schema)
  if (here.default !== undefined) return here.default
  const [word] = listAt(here, 'enum')
  if (word !== undefined) return word
  const [first] = listAt(here, 'oneOf')
  if (first !== undefined) return sampleOf(first, resolve, depth)
  if (here.type === 'array') return []
  if (here.type === 'integer' || here.type === 'number') return 0
  if (here.type === 'boolean') return false
  if (here.type === 'string') return ''
  if (depth > 6) return {}
  return Object.fromEntries(
    Object.entries(objectAt(here, 'properties')).map(([key, inner]) => [key, sampleOf(inner, resolve, depth + 1)]),
  )
}
