import { type AnyStruct, roots } from '@mqdeck/contract'
import { structTexts } from './struct-texts.ts'
import type { SchemaTexts } from './texts.ts'

/**
 * The words that the contract's own declarations bring, by component and field. Its module is loaded with the first form
 * and not before: all structs of the configuration come with it.
 */
export function declaredTexts(): SchemaTexts {
  return structTexts(Object.values<unknown>(roots).filter(isStruct))
}

function isStruct(value: unknown): value is AnyStruct {
  return typeof value === 'object' && value !== null && 'name' in value && 'fields' in value
}
