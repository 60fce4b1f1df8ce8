import type { Stats } from '@mqdeck/contract'

export interface StatRow {
  /** The name without its suffix: `subscriptions.shared`. */
  readonly name: string
  readonly current: number
  /** The highest value since the start; undefined if the broker has none. */
  readonly highest: number | undefined
  /** Every node reports the value of the whole cluster: values must not be added up. */
  readonly isOfCluster: boolean
}

const order = [
  'live_connections',
  'connections',
  'sessions',
  'cluster_sessions',
  'subscriptions',
  'subscriptions.shared',
  'topics',
  'retained',
  'delayed',
]

/** Reported by every node for the whole cluster, as recorded on a cluster of two nodes (console-behaviour 0.9). */
const ofCluster = ['cluster_sessions', 'subscriptions.shared', 'topics', 'retained', 'durable_subscriptions']

/** Pairs `x.count` with `x.max`: important statistics first, then the others by name, including unknown ones. */
export function toStatRows(stats: Stats): readonly StatRow[] {
  const values: Readonly<Record<string, unknown>> = stats
  const rows = Object.entries(values).flatMap(([key, value]): StatRow[] => {
    if (!key.endsWith('.count') || typeof value !== 'number') return []
    const name = key.slice(0, -'.count'.length)
    const highest = values[`${name}.max`]
    return [
      {
        name,
        current: value,
        highest: typeof highest === 'number' ? highest : undefined,
        isOfCluster: ofCluster.includes(name),
      },
    ]
  })
  const rank = ({ name }: StatRow) => (order.includes(name) ? order.indexOf(name) : order.length)
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}
