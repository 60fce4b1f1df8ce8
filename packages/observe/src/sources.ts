import type { BrokerStats } from '@mqdeck/broker'

/** Current counters since the start of the node, with EMQX's names (`messages.received`). Implemented by `Broker`. */
export interface MetricSource {
  readonly metrics: Readonly<Record<string, number>>
}

/** Current gauges. Implemented by `Broker`. */
export interface StatsSource {
  stats(): BrokerStats
}
