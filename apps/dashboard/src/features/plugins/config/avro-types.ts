import { isRecord } from '../../../lib/json/json-path.ts'

export type Json = Readonly<Record<string, unknown>>

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Types that a schema refers to by name. */
export type NamedTypes = ReadonlyMap<string, Json>

/** The named types of a schema, also without their namespace. */
export function namedTypesOf(schema: unknown): NamedTypes {
  const named = new Map<string, Json>()
  const collect = (type: unknown): void => {
    if (Array.isArray(type)) for (const one of type) collect(one)
    if (!isRecord(type)) return
    if (typeof type.name === 'string' && typeof type.type === 'string') {
      named.set(branchOf(type), type)
      named.set(type.name, type)
    }
    for (const field of listOf(type.fields)) if (isRecord(field)) collect(field.type)
    collect(type.items)
    collect(type.values)
    if (typeof type.type === 'object') collect(type.type)
  }
  collect(schema)
  return named
}

/** The name of a type in Avro's JSON encoding: `{"string": "x"}`. */
export function branchOf(type: unknown): string {
  if (!isRecord(type)) return String(type)
  const { name, namespace } = type
  if (typeof name !== 'string') return isRecord(type.type) ? branchOf(type.type) : String(type.type)
  return typeof namespace === 'string' && !name.includes('.') ? `${namespace}.${name}` : name
}

/** The definition of a type: of a name, and of a type in a type. */
export function definitionOf(type: unknown, named: NamedTypes): unknown {
  if (typeof type === 'string') return named.get(type) ?? type
  return isRecord(type) && typeof type.type === 'object' ? definitionOf(type.type, named) : type
}

/** `string`, `int`, `record`, ... */
export const kindOf = (definition: unknown): string => String(isRecord(definition) ? definition.type : definition)

/** The types of a union without null; undefined for other types. */
export function unionOf(type: unknown) {
  if (!Array.isArray(type)) return undefined
  const types = type.filter((one: unknown) => one !== 'null')
  return { types, isNullable: types.length < type.length }
}
