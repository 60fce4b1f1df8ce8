import { type Counts, mapCounts } from './sample.ts'

/** Counters at a time in milliseconds since the epoch. */
export interface Reading {
  readonly time: number
  readonly counts: Counts
}

/** Rates of `/monitor_current`, in messages or bytes per second. EMQX 5.8 has no bytes in it. */
export interface CurrentRates {
  readonly received_msg_rate: number
  readonly sent_msg_rate: number
  readonly dropped_msg_rate: number
  readonly persisted_rate: number
  readonly validation_succeeded_rate: number
  readonly validation_failed_rate: number
  readonly transformation_succeeded_rate: number
  readonly transformation_failed_rate: number
  readonly received_bytes_rate: number
  readonly sent_bytes_rate: number
}

/** Minimum period in milliseconds. Over shorter periods, single messages would cause jumps. */
const minPeriodMs = 1000

/** Integers as in EMQX's API. Rounded, since truncating as EMQX does shows a steady 1/s as 0 half of the time. */
export function ratesBetween(before: Reading, now: Reading): CurrentRates {
  const seconds = Math.max(now.time - before.time, minPeriodMs) / 1000
  const rate = (field: keyof Counts) => Math.round((now.counts[field] - before.counts[field]) / seconds)
  return {
    received_msg_rate: rate('received'),
    sent_msg_rate: rate('sent'),
    dropped_msg_rate: rate('dropped'),
    persisted_rate: rate('persisted'),
    validation_succeeded_rate: rate('validation_succeeded'),
    validation_failed_rate: rate('validation_failed'),
    transformation_succeeded_rate: rate('transformation_succeeded'),
    transformation_failed_rate: rate('transformation_failed'),
    received_bytes_rate: rate('received_bytes'),
    sent_bytes_rate: rate('sent_bytes'),
  }
}

export const countsBetween = (before: Reading, now: Reading): Counts =>
  mapCounts((field) => now.counts[field] - before.counts[field])
