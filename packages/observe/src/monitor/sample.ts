import type { MetricSource } from '../sources.ts'

/** What happened since the sample before. */
export interface Counts {
  readonly received: number
  readonly sent: number
  readonly dropped: number
  readonly persisted: number
  readonly validation_succeeded: number
  readonly validation_failed: number
  readonly transformation_succeeded: number
  readonly transformation_failed: number
}

/** How things stood when the sample was taken. */
export interface Gauges {
  readonly connections: number
  readonly live_connections: number
  readonly topics: number
  readonly subscriptions: number
}

/** What is kept of an interval: what was counted in it, and how things stood at its end. */
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
})

export const noCounts = mapCounts(() => 0)

/** Each field is a counter `messages.*` of `/metrics`. */
export const readCounts = ({ metrics }: MetricSource): Counts => mapCounts((field) => metrics[`messages.${field}`] ?? 0)
