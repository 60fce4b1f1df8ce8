import { z } from 'zod'
import { byName } from '../../../lib/text/by-name.ts'
import { type State, stateOf } from '../state.ts'

/** Fields of a row that can be searched, filtered and sorted. */
export interface Listed {
  /** Missing in lists with one type. */
  readonly type?: string | undefined
  readonly name: string
  readonly status: Parameters<typeof stateOf>[0]['status']
  readonly enable?: boolean | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly created_at?: number | undefined
  readonly last_modified_at?: number | undefined
  readonly url?: string | undefined
  /** Number of users of the row, such as rules. */
  readonly users?: number | undefined
  /** Number of failed and dropped messages of an action; undefined until it is known. */
  readonly errors?: number | undefined
}

export const states = [
  'connected',
  'connecting',
  'disconnected',
  'inconsistent',
  'stopped',
  'disabled',
] as const satisfies readonly State[]

const columns = ['name', 'url', 'type', 'status', 'enabled', 'users', 'errors', 'created', 'modified'] as const
export type ListColumn = (typeof columns)[number]

/** Filters and sort order in the address. */
export const listSearch = z.object({
  q: z.string().default(''),
  type: z.string().optional(),
  status: z.enum(states).optional(),
  enabled: z.enum(['true', 'false']).optional(),
  tag: z.string().optional(),
  sort: z.enum(columns).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})
export type ListSearch = z.output<typeof listSearch>

export const columnOf = (id: string): ListColumn => columns.find((column) => column === id) ?? 'name'

/** Filters and sorts rows. Equal ones are sorted by name. */
export function shownOf<Row extends Listed>(rows: readonly Row[], search: ListSearch): readonly Row[] {
  const sign = search.order === 'asc' ? 1 : -1
  return rows
    .filter((row) => isMatch(row, search))
    .toSorted((a, b) => sign * compare(figure(a, search.sort), figure(b, search.sort)) || byNameAndType(a, b))
}

export const filtersIn = ({ q, type, status, enabled, tag }: ListSearch): number =>
  [q === '' ? undefined : q, type, status, enabled, tag].filter((one) => one !== undefined).length

function isMatch(row: Listed, { q, type, status, enabled, tag }: ListSearch): boolean {
  const text = `${row.name} ${row.type ?? ''} ${row.url ?? ''} ${row.description ?? ''}`.toLowerCase()
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return (
    words.every((word) => text.includes(word)) &&
    (type === undefined || row.type === type) &&
    (status === undefined || stateOf(row) === status) &&
    (enabled === undefined || String(row.enable ?? true) === enabled) &&
    (tag === undefined || (row.tags ?? []).includes(tag))
  )
}

function figure(row: Listed, column: ListColumn): number | string {
  switch (column) {
    case 'type':
      return row.type ?? ''
    case 'url':
      return row.url ?? ''
    case 'status':
      // Problems come first.
      return trouble.indexOf(stateOf(row))
    case 'enabled':
      return row.enable === false ? 1 : 0
    case 'users':
      return row.users ?? 0
    case 'errors':
      return row.errors ?? -1
    case 'created':
      return row.created_at ?? 0
    case 'modified':
      return row.last_modified_at ?? 0
    default:
      return row.name
  }
}

const trouble: readonly State[] = ['disconnected', 'inconsistent', 'connecting', 'stopped', 'connected', 'disabled']

const byNameAndType = (a: Listed, b: Listed) => compare(a.name, b.name) || compare(a.type ?? '', b.type ?? '')

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'string' && typeof b === 'string') return byName(a, b)
  return a === b ? 0 : a < b ? -1 : 1
}
