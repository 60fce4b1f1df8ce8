import type { Recording } from '../recordings/recordings.ts'
import { type ApiDocument, pathOf } from './api-document.ts'
import { type ItemTemplate, itemTemplates, nameIn } from './collections.ts'
import type { Edition } from './editions.ts'
import type { Row } from './lists.ts'
import type { RecordedBehavior } from './recorded-behavior.ts'
import type { Resources } from './resources.ts'
import type { Sessions } from './sessions.ts'

/** All data for responses. */
export interface Cluster {
  readonly document: ApiDocument
  readonly resources: Resources
  readonly behavior: RecordedBehavior
  readonly sessions: Sessions
  readonly edition: Edition
  /** Names of the running nodes. */
  readonly nodes: () => readonly string[]
  readonly items: ReadonlyMap<string, ItemTemplate>
  /** Recorded error of a GET before any change. */
  readonly refusal: (path: string) => Recording | undefined
}

export const itemsOf = itemTemplates

/**
 * The item of a path with its list. `row` is undefined if it does not exist, and the whole value if it is not an item.
 */
export interface Item {
  readonly list: string
  readonly template: string
  readonly path: string
  readonly row: Row | undefined
  /** Whether a row is this item. */
  is(row: Row): boolean
}

export function itemAt(cluster: Cluster, template: string, params: Readonly<Record<string, string>>): Item | undefined {
  const known = cluster.items.get(template)
  if (!known) return undefined
  const list = pathOf(known.collection, params)
  const rows = cluster.resources.rows(list)
  if (!rows) return undefined
  const is = (row: Row) => known.by.every((param) => nameIn(row, param) === params[param])
  return { list, template, path: pathOf(template, params), row: rows.find(is), is }
}

/** Parent items that must exist for a path to exist: `/rules/{id}` of `/rules/{id}/metrics`. */
export function holdersOf(
  cluster: Cluster,
  template: string,
  params: Readonly<Record<string, string>>,
): readonly Item[] {
  const parts = template.split('/')
  return parts.flatMap((_, index) => {
    const start = parts.slice(0, index).join('/')
    const item = itemAt(cluster, start, params)
    return item ? [item] : []
  })
}
