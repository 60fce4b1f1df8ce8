import type { BrokerStats } from '@mqdeck/broker'
import type { CurrentRates } from './rates.ts'
import { type Counts, emqxCountsOf, type Gauges, ownCountsOf, type Sample } from './sample.ts'

/** EMQX counts durable sessions separately. This broker has none. */
const durable = { subscriptions_durable: 0, disconnected_durable_sessions: 0 } as const

/** One entry of `GET /monitor/nodes/{node}`; `time_stamp` in milliseconds since the epoch. */
export type NodeSample = ReturnType<typeof toNodeSample>

/** One entry of `GET /mqdeck/monitor`. */
export type OwnSample = ReturnType<typeof toOwnSample>

/** One entry of `GET /monitor`. */
export type ClusterSample = NodeSample & { readonly subscriptions_ram: number }

interface CurrentValues extends CurrentRates, Gauges {
  readonly shared_subscriptions: number
  readonly retained_msg_count: number
}

/** `GET /monitor_current/nodes/{node}`: rates in messages per second, `node_uptime` in milliseconds. */
export type NodeCurrent = CurrentValues & { readonly node_uptime: number }

/** `GET /monitor_current`: rates in messages per second. */
export type ClusterCurrent = CurrentValues & { readonly [F in keyof typeof durable | 'subscriptions_ram']: number }

export const toNodeSample = (sample: Sample) => {
  const { time_stamp, connections, live_connections, topics, subscriptions } = sample
  const gauges: Gauges = { connections, live_connections, topics, subscriptions }
  return { time_stamp, ...gauges, ...emqxCountsOf(sample), ...durable }
}

export const toClusterSample = (sample: Sample): ClusterSample => ({
  ...toNodeSample(sample),
  subscriptions_ram: sample.subscriptions,
})

export const toOwnSample = (sample: Sample) => ({ time_stamp: sample.time_stamp, ...ownCountsOf(sample) })

export const toNodeCurrent = (rates: CurrentRates, stats: BrokerStats, uptime: number): NodeCurrent => ({
  ...toCurrentValues(rates, stats),
  node_uptime: uptime,
})

export const toClusterCurrent = (rates: CurrentRates, stats: BrokerStats): ClusterCurrent => ({
  ...toCurrentValues(rates, stats),
  ...durable,
  subscriptions_ram: stats.subscriptions,
})

export const toSample = (time_stamp: number, counts: Counts, stats: BrokerStats): Sample => ({
  time_stamp,
  ...counts,
  ...toGauges(stats),
})

const toCurrentValues = (rates: CurrentRates, stats: BrokerStats): CurrentValues => ({
  ...rates,
  ...toGauges(stats),
  shared_subscriptions: stats.sharedSubscriptions,
  retained_msg_count: stats.retained,
})

const toGauges = ({ connections, liveConnections, topics, subscriptions }: BrokerStats): Gauges => ({
  connections,
  live_connections: liveConnections,
  topics,
  subscriptions,
})
