import type { Recording } from '../recordings/recordings.ts'
import { type ApiDocument, pathOf } from './api-document.ts'
import { type ItemTemplate, itemTemplates, nameIn } from './collections.ts'
import type { Edition } from './editions.ts'
import type { Learned } from './learned.ts'
import type { Row } from './lists.ts'
import type { Sessions } from './sessions.ts'
import type { World } from './world.ts'

/** All that an answer is made of. */
export interface Cluster {
  readonly document: ApiDocument
  readonly world: World
  readonly learned: Learned
  readonly sessions: Sessions
  readonly edition: Edition
  /** Names of the nodes that are up. */
  readonly nodes: () => readonly string[]
  readonly items: ReadonlyMap<string, ItemTemplate>
  /** How a GET was refused before anything was changed. */
  readonly refusal: (path: string) => Recording | undefined
}

export const itemsOf = itemTemplates

/** The item that an address names, with the list it is in; `row` is undefined when there is none, the whole when it is no item. */
export interface Item {
  readonly list: string
  readonly template: string
  readonly path: string
  readonly row: Row | undefined
  /** Whether a row is this one. */
  is(row: Row): boolean
}

export function itemAt(cluster: Cluster, template: string, params: Readonly<Record<string, string>>): Item | undefined {
  const known = cluster.items.get(template)
  if (!known) return undefined
  const list = pathOf(known.collection, params)
  const rows = cluster.world.rows(list)
  if (!rows) return undefined
  const is = (row: Row) => known.by.every((param) => nameIn(row, param) === params[param])
  return { list, template, path: pathOf(template, params), row: rows.find(is), is }
}

/** The items on the way to an address that must be there for it to be there: `/rules/{id}` of `/rules/{id}/metrics`. */
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
