import { readContractFile } from '../recordings/contract-folder.ts'
import { type Json, objectAt } from '../recordings/json.ts'
import { type ApiDocument, createApiDocument, pathOf } from './api-document.ts'
import { type ItemTemplate, itemTemplates, nameIn } from './collections.ts'

interface Addresses {
  readonly document: ApiDocument
  readonly items: ReadonlyMap<string, ItemTemplate>
}

let known: Addresses | undefined

function addresses(): Addresses {
  if (known) return known
  const document = createApiDocument(objectAt({ read: readContractFile('openapi.json') }, 'read'), () => true)
  known = { document, items: itemTemplates(document) }
  return known
}

/**
 * Path of the object that a POST to a list has created: `/rules`, `{id: 'r1'}` -> `/rules/r1`.
 * @param row the response merged with the request
 * @returns undefined if the path is not a list, or its items cannot be deleted one by one
 */
export function createdPath(list: string, row: Json): string | undefined {
  const { document, items } = addresses()
  const route = document.route(list)
  const [template, item] = [...items].find(([, { collection }]) => collection === route?.template) ?? []
  if (!route || !template || !item || !document.operations(template)?.has('DELETE')) return undefined
  const names = item.by.map((param) => [param, nameIn(row, param)] as const)
  if (names.some(([, name]) => name === '')) return undefined
  return pathOf(template, { ...route.params, ...Object.fromEntries(names) })
}
