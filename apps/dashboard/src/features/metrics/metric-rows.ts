/** A response of `/metrics`: counters since the start by name. Other fields, such as `node`, may be texts. */
export type Counters = Readonly<Record<string, unknown>>

export interface MetricRow {
  readonly name: string
  readonly value: number
  /** Per second since the previous refresh. Undefined for the first response and after a broker restart. */
  readonly rate: number | undefined
}

const groupNames = [
  'messages',
  'delivery',
  'client',
  'session',
  'authentication',
  'authorization',
  'bytes',
  'packets',
  'overload_protection',
] as const

type GroupName = (typeof groupNames)[number] | 'other'

export interface MetricGroup {
  readonly name: GroupName
  readonly rows: readonly MetricRow[]
}

interface Reading {
  readonly data: Counters
  /** Milliseconds. */
  readonly at: number
}

/** Groups the counters by prefix, in the order of `groupNames`. Within a group, totals come before their parts. */
export function toMetricGroups(latest: Reading, previous: Reading | undefined): readonly MetricGroup[] {
  const rows = Object.entries(latest.data).flatMap(([name, value]): MetricRow[] =>
    typeof value === 'number' ? [{ name, value, rate: rateOf(name, value, latest, previous) }] : [],
  )
  return [...groupNames, 'other' as const].flatMap((name) => {
    const members = rows.filter((row) => groupOf(row.name) === name)
    return members.length > 0 ? [{ name, rows: members.toSorted((a, b) => compareNames(a.name, b.name)) }] : []
  })
}

/** Counters whose name or explanation contains every word of `search`, and that are not zero unless `showZeros`. */
export function filterRows(
  rows: readonly MetricRow[],
  {
    search,
    showZeros,
    textOf,
  }: { readonly search: string; readonly showZeros: boolean; readonly textOf: (name: string) => string },
): readonly MetricRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(({ name, value }) => {
    const text = `${name} ${textOf(name)}`.toLowerCase()
    return (showZeros || value !== 0) && words.every((word) => text.includes(word))
  })
}

function rateOf(name: string, value: number, latest: Reading, previous: Reading | undefined): number | undefined {
  const before = previous?.data[name]
  if (previous === undefined || typeof before !== 'number' || value < before || latest.at <= previous.at)
    return undefined
  return ((value - before) * 1000) / (latest.at - previous.at)
}

function groupOf(name: string): GroupName {
  return groupNames.find((group) => name.startsWith(`${group}.`)) ?? 'other'
}

const leadingNames = [
  'received',
  'sent',
  'publish',
  'delivered',
  'acked',
  'dropped',
  'connect',
  'connected',
  'success',
  'allow',
]

/** `messages.received` before `messages.qos0.received`: fewer parts first, then `leadingNames`, then alphabetically. */
function compareNames(a: string, b: string): number {
  const parts = (name: string) => name.split('.').length
  const rank = (name: string) => {
    const index = leadingNames.indexOf(name.slice(name.indexOf('.') + 1))
    return index < 0 ? leadingNames.length : index
  }
  return parts(a) - parts(b) || rank(a) - rank(b) || a.localeCompare(b)
}
