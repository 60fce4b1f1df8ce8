import type { MetricSource } from '../sources.ts'

/** Counts since the previous sample. */
export interface Counts {
  readonly received: number
  readonly sent: number
  readonly dropped: number
  readonly persisted: number
  readonly validation_succeeded: number
  readonly validation_failed: number
  readonly transformation_succeeded: number
  readonly transformation_failed: number
  readonly received_bytes: number
  readonly sent_bytes: number
}

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

export const mapCounts = (value: (field: keyof Counts) => number): Counts => ({
  received: value('received'),
  sent: value('sent'),
  dropped: value('dropped'),
  persisted: value('persisted'),
  validation_succeeded: value('validation_succeeded'),
  validation_failed: value('validation_failed'),
  transformation_succeeded: value('transformation_succeeded'),
  transformation_failed: value('transformation_failed'),
  received_bytes: value('received_bytes'),
  sent_bytes: value('sent_bytes'),
})

export const noCounts = mapCounts(() => 0)

const counterOf = (field: keyof Counts) =>
  field === 'received_bytes' ? 'bytes.received' : field === 'sent_bytes' ? 'bytes.sent' : `messages.${field}`

/** Reads the counters of `/metrics`. */
export const readCounts = ({ metrics }: MetricSource): Counts => mapCounts((field) => metrics[counterOf(field)] ?? 0)
