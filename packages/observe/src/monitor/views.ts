import type { BrokerStats } from '@mqdeck/broker'
import type { Rates } from './rates.ts'
import type { Counts, Gauges, Sample } from './sample.ts'

/** EMQX counts its durable sessions apart from the others. They are off by default there, and do not exist here. */
const durable = { subscriptions_durable: 0, disconnected_durable_sessions: 0 } as const

/** One entry of `GET /monitor/nodes/{node}`; `time_stamp` in milliseconds since the epoch. */
export type NodeSample = Sample & { readonly [F in keyof typeof durable]: number }

/** One entry of `GET /monitor`. */
export type ClusterSample = NodeSample & { readonly subscriptions_ram: number }

interface Now extends Rates, Gauges {
  readonly shared_subscriptions: number
  readonly retained_msg_count: number
}

/** `GET /monitor_current/nodes/{node}`: rates in messages per second, `node_uptime` in milliseconds. */
export type NodeCurrent = Now & { readonly node_uptime: number }

/** `GET /monitor_current`: rates in messages per second. */
export type ClusterCurrent = Now & { readonly [F in keyof typeof durable | 'subscriptions_ram']: number }

export const toNodeSample = (sample: Sample): NodeSample => ({ ...sample, ...durable })

export const toClusterSample = (sample: Sample): ClusterSample => ({
  ...sample,
  ...durable,
  subscriptions_ram: sample.subscriptions,
})

export const toNodeCurrent = (rates: Rates, stats: BrokerStats, uptime: number): NodeCurrent => ({
  ...toNow(rates, stats),
  node_uptime: uptime,
})

export const toClusterCurrent = (rates: Rates, stats: BrokerStats): ClusterCurrent => ({
  ...toNow(rates, stats),
  ...durable,
  subscriptions_ram: stats.subscriptions,
})

export const toSample = (time_stamp: number, counts: Counts, stats: BrokerStats): Sample => ({
  time_stamp,
  ...counts,
  ...toGauges(stats),
})

const toNow = (rates: Rates, stats: BrokerStats): Now => ({
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
