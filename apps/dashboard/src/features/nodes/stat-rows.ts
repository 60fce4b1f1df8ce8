import type { Stats } from '@mqdeck/contract'

export interface StatRow {
  /** The name without its ending: `subscriptions.shared`. */
  readonly name: string
  readonly current: number
  /** The highest value since the start; missing where the broker keeps none. */
  readonly highest: number | undefined
  /** Each node tells the figure of the whole cluster: adding them up would be wrong. */
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

/** Kept by every node for all of them, as recorded on a cluster of two (console-behaviour 0.9). */
const ofCluster = ['cluster_sessions', 'subscriptions.shared', 'topics', 'retained', 'durable_subscriptions']

/** Pairs `x.count` with `x.max`: what matters most first, then the others by name, known to us or not. */
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
