import type { MetricSource } from '../sources.ts'

/** The counters of `/monitor`, and their metrics. */
const emqxCounters = {
  received: 'messages.received',
  sent: 'messages.sent',
  dropped: 'messages.dropped',
  persisted: 'messages.persisted',
  validation_succeeded: 'messages.validation_succeeded',
  validation_failed: 'messages.validation_failed',
  transformation_succeeded: 'messages.transformation_succeeded',
  transformation_failed: 'messages.transformation_failed',
  received_bytes: 'bytes.received',
  sent_bytes: 'bytes.sent',
} as const

/** The counters of `/mqdeck/monitor`, which EMQX does not sample. */
const ownCounters = {
  delivery_dropped: 'delivery.dropped',
  delivery_dropped_queue_full: 'delivery.dropped.queue_full',
  delivery_dropped_expired: 'delivery.dropped.expired',
  delivery_dropped_too_large: 'delivery.dropped.too_large',
  delivery_dropped_no_local: 'delivery.dropped.no_local',
  delivery_dropped_qos0_msg: 'delivery.dropped.qos0_msg',
  dropped_no_subscribers: 'messages.dropped.no_subscribers',
  authentication_failure: 'authentication.failure',
  client_connected: 'client.connected',
  client_disconnected: 'client.disconnected',
} as const

const counters = { ...emqxCounters, ...ownCounters }

export type CountName = keyof typeof counters
type EmqxCountName = keyof typeof emqxCounters
type OwnCountName = keyof typeof ownCounters

/** Counts since the previous sample. */
export type Counts = Readonly<Record<CountName, number>>

/** Gauges at the time of the sample. */
export interface Gauges {
  readonly connections: number
  readonly live_connections: number
  readonly topics: number
  readonly subscriptions: number
}

/** Counts of an interval and gauges at its end. */
export interface Sample extends Counts, Gauges {
  /** Milliseconds since the epoch. */
  readonly time_stamp: number
}

function mapNames<Name extends string>(names: Readonly<Record<Name, unknown>>, value: (name: Name) => number) {
  // Object.keys returns exactly the names.
  const all = Object.keys(names) as Name[]
  return Object.fromEntries(all.map((name) => [name, value(name)])) as Readonly<Record<Name, number>>
}

export const mapCounts = (value: (name: CountName) => number): Counts => mapNames(counters, value)

/** The part of a sample in `/monitor`. */
export const emqxCountsOf = (counts: Counts): Readonly<Record<EmqxCountName, number>> =>
  mapNames(emqxCounters, (name) => counts[name])

/** The part of a sample in `/mqdeck/monitor`. */
export const ownCountsOf = (counts: Counts): Readonly<Record<OwnCountName, number>> =>
  mapNames(ownCounters, (name) => counts[name])

export const noCounts = mapCounts(() => 0)

/** Reads the counters of `/metrics`. */
export const readCounts = ({ metrics }: MetricSource): Counts => mapCounts((name) => metrics[counters[name]] ?? 0)
