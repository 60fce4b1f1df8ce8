import { type AnyStruct, roots } from '@mqdeck/contract'
import type { FieldTexts, SchemaTexts } from './texts.ts'

/**
 * The words that the contract's own declarations bring, by component and field. Its module is loaded with the first form
 * and not before: all structs of the configuration come with it.
 */
export function declaredTexts(): SchemaTexts {
  const found = new Map<string, Readonly<Record<string, FieldTexts>>>()
  const add = (one: AnyStruct) => {
    if (found.has(one.name)) return
    const fields = Object.entries(one.fields)
    found.set(
      one.name,
      Object.fromEntries(
        fields.map(([key, { label, help, advanced }]) => [
          key,
          { label, ...(help && { help }), ...(advanced && { advanced }) },
        ]),
      ),
    )
    for (const [, { kind }] of fields) kind.structs.forEach(add)
  }
  for (const root of Object.values(roots)) if (isStruct(root)) add(root)
  return Object.fromEntries(found)
}

function isStruct(value: unknown): value is AnyStruct {
  return typeof value === 'object' && value !== null && 'name' in value && 'fields' in value
}
