import { isRecord, sameJson } from '../../../lib/json/json-path.ts'
import { branchOf, definitionOf, type Json, kindOf, listOf, type NamedTypes, unionOf } from './avro-types.ts'

/**
 * The value for the form, from Avro's JSON encoding: values of unions without the names of their types, and no fields
 * that are null. Values that do not match the schema remain as they are.
 */
export function fromAvro(type: unknown, value: unknown, named: NamedTypes): unknown {
  const definition = definitionOf(type, named)
  const union = unionOf(definition)
  if (union) {
    if (value === null || value === undefined) return undefined
    const branch = isRecord(value) ? onlyKeyOf(value) : undefined
    const chosen = union.types.find((one) => branchOf(one) === branch)
    return chosen !== undefined && isRecord(value) ? fromAvro(chosen, value[branchOf(chosen)], named) : value
  }
  return convertInside(definition, value, (inner, one) => fromAvro(inner, one, named))
}

/**
 * Avro's JSON encoding of a value of the form.
 * @param before the encoded value as received; an unchanged value is returned untouched
 */
export function toAvro(type: unknown, value: unknown, before: unknown, named: NamedTypes): unknown {
  const definition = definitionOf(type, named)
  if (before !== undefined && sameJson(fromAvro(definition, before, named), value)) return before
  const union = unionOf(definition)
  if (union) {
    // An empty optional text is sent as null.
    if (value === undefined || value === null || (value === '' && union.isNullable))
      return union.isNullable ? null : value
    const chosen = union.types.find((one) => accepts(definitionOf(one, named), value))
    if (chosen === undefined) return value
    const name = branchOf(chosen)
    return { [name]: toAvro(chosen, value, isRecord(before) ? before[name] : undefined, named) }
  }
  return convertInside(definition, value, (inner, one, step) => toAvro(inner, one, at(before, step), named))
}

type Convert = (type: unknown, value: unknown, step: string | number) => unknown

function convertInside(definition: unknown, value: unknown, convert: Convert): unknown {
  if (!isRecord(definition)) return value
  if (definition.type === 'array')
    return Array.isArray(value) ? value.map((one, index) => convert(definition.items, one, index)) : value
  if (!isRecord(value)) return value
  if (definition.type === 'map') return mapped(value, (one, key) => convert(definition.values, one, key))
  if (definition.type !== 'record') return value
  const fields = listOf(definition.fields).filter(isRecord)
  const missing = fields.map(({ name }) => String(name)).filter((name) => !Object.hasOwn(value, name))
  const complete = { ...value, ...Object.fromEntries(missing.map((name) => [name, undefined])) }
  return mapped(complete, (one, key) => {
    const field = fields.find(({ name }) => name === key)
    return field ? convert(field.type, one, key) : one
  })
}

function mapped(value: Json, convert: (value: unknown, key: string) => unknown): Json {
  const entries = Object.entries(value).map(([key, one]) => [key, convert(one, key)] as const)
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined))
}

function onlyKeyOf(value: Json): string | undefined {
  const [key, ...others] = Object.keys(value)
  return others.length === 0 ? key : undefined
}

const at = (value: unknown, step: string | number): unknown =>
  Array.isArray(value) ? value[Number(step)] : isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined

/** Whether a value of the form may be of this type: the first such type of a union is used. */
function accepts(definition: unknown, value: unknown): boolean {
  switch (kindOf(definition)) {
    case 'boolean':
      return typeof value === 'boolean'
    case 'int':
      return Number.isInteger(value) && Math.abs(Number(value) + 0.5) < 2 ** 31
    case 'long':
      return Number.isSafeInteger(value)
    case 'float':
    case 'double':
      return typeof value === 'number'
    case 'enum':
      return isRecord(definition) && listOf(definition.symbols).includes(value)
    case 'array':
      return Array.isArray(value)
    case 'map':
      return isRecord(value)
    case 'record': {
      const names = listOf(isRecord(definition) ? definition.fields : []).map((field) => Object(field).name)
      return isRecord(value) && Object.keys(value).every((key) => names.includes(key))
    }
    default:
      return typeof value === 'string'
  }
}
