import { isRecord, matchesFilter } from '@mqdeck/contract'
import { type Json, objectAt } from '../recordings/json.ts'

export type Row = Json

/** Wrapper of a list: plain, `{data, meta}`, `{sources: [...]}`, or an object by name. */
interface Envelope {
  readonly rows: readonly Row[]
  pack(rows: readonly Row[]): unknown
}

const wrappers = ['data', 'sources', 'files', 'list']

/** Undefined if the value is not a list. */
export function envelopeOf(value: unknown, isMap = false): Envelope | undefined {
  if (Array.isArray(value)) return { rows: value.filter(isRecord), pack: (rows) => rows }
  if (!isRecord(value)) return undefined
  if (isMap) {
    return {
      rows: Object.entries(value).map(([name, inner]) => ({ name, ...objectAt({ inner }, 'inner') })),
      pack: (rows) => Object.fromEntries(rows.map(({ name, ...rest }) => [String(name), rest])),
    }
  }
  const wrapper = wrappers.find((key) => Array.isArray(value[key]))
  const inside = wrapper === undefined ? undefined : value[wrapper]
  if (wrapper === undefined || !Array.isArray(inside)) return undefined
  return { rows: inside.filter(isRecord), pack: (rows) => ({ ...value, [wrapper]: rows }) }
}

/** The requested page, with the counts in `meta` that the recorded response has. */
export function pageOf(value: unknown, query: URLSearchParams): unknown {
  const envelope = envelopeOf(value)
  if (!envelope || !isRecord(value) || !isRecord(value.meta) || !('page' in value.meta)) return value
  const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 100)]
  const rows = envelope.rows.slice((page - 1) * limit, page * limit)
  // Substring filters are not counted.
  const counted = isSearch(query, envelope.rows) ? {} : { count: envelope.rows.length }
  const all = { ...counted, hasnext: page * limit < envelope.rows.length, limit, page }
  const meta = Object.fromEntries(Object.entries(all).filter(([key]) => key in objectAt(value, 'meta')))
  return { ...value, data: rows, meta }
}

const isSearch = (query: URLSearchParams, rows: readonly Row[]) =>
  [...query.keys()].some((name) => /^(like|match)_|^(action|source)$/.test(name)) ||
  (/[+]|\/#$/.test(query.get('topic') ?? '') && rows.some((row) => 'msgid' in row))

/** Pages of `/clients_v2`. The cursor is the index of the next row. */
export function cursorPageOf(rows: readonly Row[], query: URLSearchParams): Json {
  const limit = Number(query.get('limit') ?? 100)
  const cursor = query.get('cursor')
  const start = cursor === null || cursor === 'none' ? 0 : Number(atob(cursor))
  const data = rows.slice(start, start + limit)
  const next = start + limit < rows.length ? { cursor: btoa(String(start + limit)) } : {}
  return { data, meta: { count: data.length, ...next } }
}

/** Parameters that are not filters: paging and format. */
const views = ['page', 'limit', 'cursor', 'fields', 'aggregate', 'format', 'latest', 'payload', 'position']

/** Rows that match all filters. Unknown filters are ignored, as in EMQX. */
export function filterRows(rows: readonly Row[], query: URLSearchParams): readonly Row[] {
  const names = [...new Set(query.keys())].filter((name) => !views.includes(name))
  const kept = names.reduce(
    (left, name) => left.filter((row) => query.getAll(name).some((value) => isMatch(row, name, value, rows))),
    rows,
  )
  const fields = query.get('fields')?.split(',')
  if (!fields || fields.includes('all')) return kept
  return kept.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => fields.includes(key))))
}

function isMatch(row: Row, name: string, value: string, all: readonly Row[]): boolean {
  const special = specials[name]
  if (special) return special(row, value)
  const [, kind, field] = /^(like|match|gte|lte)_(.+)$/.exec(name) ?? [undefined, undefined, name]
  const there = row[field ?? name]
  if (kind === 'like') return String(there ?? '').includes(value)
  if (kind === 'match') return [there].flat().some((topic) => isOneTopic(String(topic), value))
  if (kind === 'gte') return String(there) >= value
  if (kind === 'lte') return String(there) <= value
  if (!all.some((one) => name in one)) return true
  return [there].flat().map(String).includes(value)
}

const specials: Readonly<Record<string, (row: Row, value: string) => boolean>> = {
  conn_state: ({ connected }, value) => connected === (value === 'connected'),
  activated: (row, value) => 'deactivate_at' in row === (value === 'false'),
  share_group: ({ topic }, value) => String(topic).startsWith(`$share/${value}/`),
  // Retained messages are requested by a filter. Routes and subscriptions are filters.
  topic: (row, value) => row.topic === value || ('msgid' in row && matchesFilter(value, String(row.topic))),
  action: ({ actions }, value) => [actions].flat().includes(value),
  source: ({ from }, value) =>
    [from].flat().some((one) => /^\$(bridges|sources)\//.test(String(one)) && String(one).endsWith(`/${value}`)),
}

const isOneTopic = (filter: string, topic: string) => {
  const plain = filter.replace(/^\$share\/[^/]+\/|^\$queue\//, '')
  return plain === topic || matchesFilter(plain, topic)
}
