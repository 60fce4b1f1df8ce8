import type { BrokerStats } from '@mqdeck/broker'

/** Gauges of a node with EMQX's names. */
const names = [
  'channels',
  'cluster_sessions',
  'connections',
  'delayed',
  'live_connections',
  'retained',
  'sessions',
  'suboptions',
  'subscribers',
  'subscriptions',
  'subscriptions.shared',
  'topics',
] as const

export type StatName = (typeof names)[number]
export type StatCounts = Readonly<Record<StatName, number>>

/** `GET /stats?aggregate=true`, `GET /nodes/{node}/stats`: current value (`.count`) and maximum since the start (`.max`) of each gauge. */
export type StatsView = Readonly<Record<`${StatName}.${'count' | 'max'}`, number>>

/** Channels are connections or kept sessions. In a single-node cluster, all sessions belong to this node. */
export const countsOf = (stats: BrokerStats, delayed: number): StatCounts => ({
  channels: stats.connections,
  cluster_sessions: stats.sessions,
  connections: stats.connections,
  delayed,
  live_connections: stats.liveConnections,
  retained: stats.retained,
  sessions: stats.sessions,
  suboptions: stats.suboptions,
  subscribers: stats.subscribers,
  subscriptions: stats.subscriptions,
  'subscriptions.shared': stats.sharedSubscriptions,
  topics: stats.topics,
})

export const zeroCounts = eachName(() => 0)

export const maxCounts = (a: StatCounts, b: StatCounts): StatCounts => eachName((name) => Math.max(a[name], b[name]))

export function toView(counts: StatCounts, highest: StatCounts): StatsView {
  const entries = names.flatMap((name) => [
    [`${name}.count`, counts[name]],
    [`${name}.max`, highest[name]],
  ])
  return Object.fromEntries(entries) as StatsView // safe: `names` are the keys of the type
}

function eachName(value: (name: StatName) => number): StatCounts {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as StatCounts // safe: as above
}
