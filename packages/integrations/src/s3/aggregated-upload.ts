import { setImmediate } from 'node:timers/promises'
import { messageOf } from '@mqdeck/contract'
import type { S3Connection } from '@mqdeck/drivers'
import { SettingsError } from '@mqdeck/kit'
import type { ActionRuntime, IntegrationContext } from '../port.ts'
import { createContainer, type Entry, entryOf } from './container.ts'
import { objectHeaders } from './object-headers.ts'
import { createObjectKey } from './object-key.ts'
import { createRecords, type Period } from './records.ts'
import type { AggregatedParameters } from './runtime.ts'

/**
 * Collects records on disk and uploads many of them as one object. A record is accepted when it is on disk. An object
 * is uploaded when it is full, or with the first check after its interval. Failed uploads are retried.
 */
export function createAggregatedUpload(
  parameters: AggregatedParameters,
  { store, name, node, clock, log }: IntegrationContext,
): ActionRuntime<S3Connection, Entry> {
  if (!store) throw new Error('aggregated upload needs a buffer store')
  const { bucket, min_part_size: leastPart, max_part_size: mostPart, aggregation } = parameters
  if (bucket.includes('${'))
    throw new SettingsError('bucket', 'must not have placeholders, because an object contains many messages')
  if (leastPart > mostPart) throw new SettingsError('min_part_size', 'must not exceed max_part_size')
  const container = createContainer(parameters.container)
  const keyOf = createObjectKey(parameters.key, { action: name, node })
  const headers = { 'content-type': container.contentType, ...objectHeaders(parameters) }
  const records = createRecords({
    store,
    name: `s3:${name}`,
    interval: aggregation.time_interval,
    maxRecords: aggregation.max_records,
  })
  let isUploading = false
  let failure: unknown

  async function upload(connection: S3Connection, period: Period): Promise<void> {
    const key = keyOf(period)
    const parts = inParts(container.texts(records.entries(period)), leastPart, mostPart)
    await connection.putParts({ bucket, key, headers }, parts)
    await records.remove(period)
    log.info({ action: name, key }, 'aggregated_upload_complete')
  }

  /** Uploads the objects one by one until one fails. Never rejects. */
  async function uploadAll(connection: S3Connection): Promise<void> {
    if (isUploading) return
    isUploading = true
    try {
      for (let next = firstComplete(); next; next = firstComplete()) await upload(connection, next)
    } catch (error) {
      failure = error
      log.warn({ action: name, reason: messageOf(error) }, 'aggregated_upload_failed')
    } finally {
      isUploading = false
    }
  }

  const firstComplete = () => records.complete(clock.now())[0]

  return {
    async check(connection, signal) {
      await connection.checkBucket(bucket, signal)
      void uploadAll(connection)
      const known = failure
      failure = undefined
      if (known !== undefined) throw known
    },
    render: entryOf,
    async send(connection, batch) {
      await records.add(batch, clock.now())
      if (firstComplete()) void uploadAll(connection)
      return { records: batch.length }
    },
    forget: records.forget,
  }
}

/** Number of records that are formatted between two pauses. */
const recordsPerTurn = 200

/** Splits texts into parts with at least `least` and at most `most` bytes. The last part can be smaller. */
export async function* inParts(texts: Iterable<string>, least: number, most: number): AsyncGenerator<Uint8Array> {
  let waiting: Buffer[] = []
  let size = 0
  let count = 0
  for (const text of texts) {
    count += 1
    if (count % recordsPerTurn === 0) await setImmediate()
    const bytes = Buffer.from(text)
    waiting.push(bytes)
    size += bytes.length
    if (size < least) continue
    yield* cut(Buffer.concat(waiting), most)
    waiting = []
    size = 0
  }
  if (size > 0) yield* cut(Buffer.concat(waiting), most)
}

function* cut(bytes: Buffer, most: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += most) yield bytes.subarray(at, at + most)
}
