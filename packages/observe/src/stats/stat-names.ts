import type { BrokerStats } from '@mqdeck/broker'

/** Gauges of a node under EMQX's names. */
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

/** `GET /stats?aggregate=true`, `GET /nodes/{node}/stats`: each gauge now (`.count`) and at its highest since the start (`.max`). */
export type StatsView = Readonly<Record<`${StatName}.${'count' | 'max'}`, number>>

/** A channel is what serves a connection, or keeps its session; in a cluster of one node all sessions are this node's. */
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

export const nothing = eachName(() => 0)

export const higher = (a: StatCounts, b: StatCounts): StatCounts => eachName((name) => Math.max(a[name], b[name]))

export function toView(counts: StatCounts, highest: StatCounts): StatsView {
  const entries = names.flatMap((name) => [
    [`${name}.count`, counts[name]],
    [`${name}.max`, highest[name]],
  ])
  return Object.fromEntries(entries) as StatsView // TypeScript forgets the names of entries
}

function eachName(value: (name: StatName) => number): StatCounts {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as StatCounts // as above
}
