import type { Sample } from './sample.ts'

/** A stored sample, with its time as key: only numbers, about 20 bytes. Append new fields at the end. */
export type SampleRow = readonly number[]

export const toRow = (sample: Sample): SampleRow => [
  sample.connections,
  sample.live_connections,
  sample.topics,
  sample.subscriptions,
  sample.received,
  sample.sent,
  sample.dropped,
  sample.persisted,
  sample.validation_succeeded,
  sample.validation_failed,
  sample.transformation_succeeded,
  sample.transformation_failed,
  sample.received_bytes,
  sample.sent_bytes,
]

export function fromRow(time_stamp: number, row: SampleRow): Sample {
  const [
    connections = 0,
    live_connections = 0,
    topics = 0,
    subscriptions = 0,
    received = 0,
    sent = 0,
    dropped = 0,
    persisted = 0,
    validation_succeeded = 0,
    validation_failed = 0,
    transformation_succeeded = 0,
    transformation_failed = 0,
    // Missing in old rows. As in EMQX, -1 means no data.
    received_bytes = -1,
    sent_bytes = -1,
  ] = row
  return {
    time_stamp,
    connections,
    live_connections,
    topics,
    subscriptions,
    received,
    sent,
    dropped,
    persisted,
    validation_succeeded,
    validation_failed,
    transformation_succeeded,
    transformation_failed,
    received_bytes,
    sent_bytes,
  }
}
