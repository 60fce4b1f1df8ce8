import { type ApiDocument, isParam, nameOf } from './api-document.ts'
import type { Row } from './lists.ts'

/** The list that contains the items of this template: `/rules/{id}` -> `/rules`, by `id`. */
export interface ItemTemplate {
  readonly collection: string
  /** Parameters that identify the item, in order. */
  readonly by: readonly string[]
}

/** Samples, which have no path of their own. */
const noCollections = ['/monitor', '/monitor_current']

/** Derived from the paths: items that can be fetched or deleted one by one belong to the list before them. */
export function itemTemplates(document: ApiDocument): ReadonlyMap<string, ItemTemplate> {
  const isList = (template: string) =>
    document.operations(template)?.has('GET') === true && !noCollections.includes(template)
  return new Map(
    document.templates.flatMap((template) => {
      const operations = document.operations(template)
      const last = template.slice(template.lastIndexOf('/') + 1)
      if (!isParam(last) || !(operations?.has('GET') || operations?.has('DELETE'))) return []
      const found = findList(template, isList)
      return found ? [[template, found] as const] : []
    }),
  )
}

function findList(template: string, isList: (template: string) => boolean): ItemTemplate | undefined {
  const parts = template.split('/')
  const by: string[] = []
  for (let part = parts.pop(); part !== undefined && isParam(part); part = parts.pop()) {
    by.unshift(nameOf(part))
    const base = parts.join('/')
    // `/mqtt/retainer/message/{topic}` of `/mqtt/retainer/messages`, `/cluster/links/link/{name}` of `/cluster/links`.
    const above = isParam(parts.at(-1) ?? '') ? [] : [parts.slice(0, -1).join('/')]
    const found = [base, `${base}s`, ...above].find(isList)
    if (found !== undefined) return { collection: found, by }
  }
  return undefined
}

const aliases: Readonly<Record<string, string>> = { uid: 'user_id' }

/** Name of an item in its path. Connectors, actions and sources have type and name. */
export function nameIn(row: Row, param: string): string {
  const field = aliases[param] ?? param
  if (field === 'id' && row.id === undefined) return `${row.type}:${row.name}`
  return String(row[field] ?? '')
}
