import { isRecord } from '@mqdeck/contract'
import type { Json } from '../recordings/json.ts'
import type { Row } from './lists.ts'
import type { Resources } from './resources.ts'

/** Adds fields that follow from other lists: actions of a connector, rules of an action. */
export function withRelations(path: string, rows: readonly Row[], resources: Resources): readonly Row[] {
  if (path === '/connectors')
    return rows.map((row) => ({
      ...row,
      actions: through(row, '/actions', resources),
      sources: through(row, '/sources', resources),
    }))
  if (path === '/actions' || path === '/sources')
    return rows.map((row) => ({ ...row, rules: rulesOf(`${row.type}:${row.name}`, path, resources) }))
  return rows
}

/** Summaries are derived from the lists. */
export function summaryOf(path: string, resources: Resources): unknown {
  const list = /^\/(actions|sources)_summary$/.exec(path)?.[1]
  if (list === undefined) return undefined
  const rows = withRelations(`/${list}`, resources.rows(`/${list}`) ?? [], resources)
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => summarised.includes(key))))
}

const summarised = [
  'created_at',
  'description',
  'enable',
  'last_modified_at',
  'name',
  'node_status',
  'rules',
  'status',
  'status_reason',
  'type',
]

const through = (connector: Row, list: string, resources: Resources) =>
  (resources.rows(list) ?? [])
    .filter((row) => row.connector === connector.name && isOf(connector, row))
    .map(({ name }) => name)

/** An action has the type of its connector, except for types that share one. */
const isOf = (connector: Row, row: Row) =>
  row.type === connector.type || String(row.type).split('_')[0] === String(connector.type).split('_')[0]

const rulesOf = (id: string, path: string, resources: Resources) =>
  (resources.rows('/rules') ?? [])
    .filter(({ actions, from }) =>
      path === '/actions'
        ? [actions].flat().includes(id)
        : [from].flat().some((one) => one === `$bridges/${id}` || one === `$sources/${id}`),
    )
    .map((rule) => rule.id)

/**
 * Shifts the samples of the monitor so that the last one is current. Otherwise the chart of the last hour would be
 * empty.
 */
export function upToNow(samples: unknown): unknown {
  if (!Array.isArray(samples)) return samples
  const times = samples.flatMap((one) => (isRecord(one) && typeof one.time_stamp === 'number' ? [one.time_stamp] : []))
  const shift = Math.floor((Date.now() - Math.max(...times)) / 10_000) * 10_000
  return samples.map((one: Json) =>
    typeof one.time_stamp === 'number' ? { ...one, time_stamp: one.time_stamp + shift } : one,
  )
}
