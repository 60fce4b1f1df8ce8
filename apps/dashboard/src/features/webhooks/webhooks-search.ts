import { z } from 'zod'
import { byName } from '../../lib/by-name.ts'
import { stateOf } from '../integrations/index.ts'
import type { ListedWebhook } from './webhook.ts'

export const states = ['connected', 'connecting', 'disconnected', 'inconsistent', 'stopped', 'disabled'] as const

const columns = ['name', 'url', 'status'] as const
type SortColumn = (typeof columns)[number]

/** Filters and sort order in the address. */
export const webhooksSearch = z.object({
  q: z.string().default('').catch(''),
  status: z.enum(states).optional().catch(undefined),
  enabled: z.enum(['true', 'false']).optional().catch(undefined),
  sort: z.enum(columns).default('name').catch('name'),
  order: z.enum(['asc', 'desc']).default('asc').catch('asc'),
})
export type WebhooksSearch = z.output<typeof webhooksSearch>

export const columnOf = (id: string): SortColumn => columns.find((column) => column === id) ?? 'name'

export const filtersIn = ({ q, status, enabled }: WebhooksSearch): number =>
  [q === '' ? undefined : q, status, enabled].filter((one) => one !== undefined).length

/** Filters and sorts webhooks. Equal ones are sorted by name. */
export function shownOf(rows: readonly ListedWebhook[], search: WebhooksSearch): readonly ListedWebhook[] {
  const sign = search.order === 'asc' ? 1 : -1
  return rows
    .filter((row) => isMatch(row, search))
    .toSorted((a, b) => sign * byName(figure(a, search.sort), figure(b, search.sort)) || byName(a.name, b.name))
}

function isMatch(row: ListedWebhook, { q, status, enabled }: WebhooksSearch): boolean {
  const text = `${row.name} ${row.url} ${row.description}`.toLowerCase()
  const kindNames = q.toLowerCase().split(/\s+/).filter(Boolean)
  return (
    kindNames.every((word) => text.includes(word)) &&
    (status === undefined || stateOf(row) === status) &&
    (enabled === undefined || String(row.enable) === enabled)
  )
}

/** Problems come first. */
const trouble = ['disconnected', 'inconsistent', 'connecting', 'stopped', 'connected', 'disabled'] as const

const figure = (row: ListedWebhook, column: SortColumn): string =>
  column === 'status' ? String(trouble.indexOf(stateOf(row))) : row[column]
