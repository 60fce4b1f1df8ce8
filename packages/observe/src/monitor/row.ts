import { mapCounts, type Sample } from './sample.ts'

/** A stored sample, with its time as key: only numbers, about 20 bytes. */
export type SampleRow = readonly number[]

/** The position of each field in a row. Append new fields at the end. */
const fields = [
  'connections',
  'live_connections',
  'topics',
  'subscriptions',
  'received',
  'sent',
  'dropped',
  'persisted',
  'validation_succeeded',
  'validation_failed',
  'transformation_succeeded',
  'transformation_failed',
  'received_bytes',
  'sent_bytes',
  'delivery_dropped',
  'delivery_dropped_queue_full',
  'delivery_dropped_expired',
  'delivery_dropped_too_large',
  'delivery_dropped_no_local',
  'delivery_dropped_qos0_msg',
  'dropped_no_subscribers',
  'authentication_failure',
  'client_connected',
  'client_disconnected',
] as const satisfies readonly (keyof Sample)[]

type Field = (typeof fields)[number]

export const toRow = (sample: Sample): SampleRow => fields.map((field) => sample[field])

export function fromRow(time_stamp: number, row: SampleRow): Sample {
  // Missing in rows of an earlier version. As in EMQX, -1 means no data.
  const value = (field: Field) => row[fields.indexOf(field)] ?? -1
  return {
    time_stamp,
    connections: value('connections'),
    live_connections: value('live_connections'),
    topics: value('topics'),
    subscriptions: value('subscriptions'),
    ...mapCounts(value),
  }
}
