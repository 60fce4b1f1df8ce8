import { type AnyStruct, roots } from '@mqdeck/contract'
import { type SchemaTexts, structTexts } from './texts.ts'

/**
 * Labels and help of the contract's declarations, by component and field. Loaded with the first form only, because all
 * structs of the configuration come with it.
 */
export function declaredTexts(): SchemaTexts {
  return structTexts(Object.values<unknown>(roots).filter(isStruct))
}

function isStruct(value: unknown): value is AnyStruct {
  return typeof value === 'object' && value !== null && 'name' in value && 'fields' in value
}
