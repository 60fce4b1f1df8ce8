import type { BrokerStats } from '@mqdeck/broker'

/** Counters since the start of the node under EMQX's names (`messages.received`), read as they are now. `Broker` fits it. */
export interface MetricSource {
  readonly metrics: Readonly<Record<string, number>>
}

/** Gauges as they are now. `Broker` fits it. */
export interface StatsSource {
  stats(): BrokerStats
}
