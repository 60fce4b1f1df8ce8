import { setImmediate } from 'node:timers/promises'
import { messageOf } from '@mqdeck/contract'
import type { S3Connection } from '@mqdeck/drivers'
import { SettingsError } from '@mqdeck/kit'
import type { ActionRuntime, IntegrationContext } from '../port.ts'
import { type Container, createContainer, type Entry, entryOf } from './container.ts'
import { objectHeaders } from './object-headers.ts'
import { createObjectKey } from './object-key.ts'
import { createRecords, type Period } from './records.ts'
import type { AggregatedParameters } from './runtime.ts'

export function createAggregatedUpload(
  parameters: AggregatedParameters,
  context: IntegrationContext,
): ActionRuntime<S3Connection, Entry> {
  const { bucket, min_part_size: leastPart, max_part_size: mostPart } = parameters
  if (bucket.includes('${'))
    throw new SettingsError('bucket', 'must not have placeholders, because an object contains many messages')
  if (leastPart > mostPart) throw new SettingsError('min_part_size', 'must not exceed max_part_size')
  const container = createContainer(parameters.container)
  const headers = { 'content-type': container.contentType, ...objectHeaders(parameters) }
  return createAggregation(
    {
      type: 's3',
      container,
      keyOf: createObjectKey(parameters.key, { action: context.name, node: context.node }),
      ...parameters.aggregation,
      check: (connection, signal) => connection.checkBucket(bucket, signal),
      upload: (connection, key, texts) =>
        connection.putParts({ bucket, key, headers }, inParts(texts, leastPart, mostPart)),
    },
    context,
  )
}

export interface Aggregation<Connection> {
  /** Connector type. */
  readonly type: string
  readonly container: Container
  readonly keyOf: (period: Period) => string
  /** Milliseconds. */
  readonly time_interval: number
  readonly max_records: number
  /** Resolves if objects can be uploaded. */
  readonly check: (connection: Connection, signal: AbortSignal) => Promise<void>
  readonly upload: (connection: Connection, key: string, texts: Iterable<string>) => Promise<void>
}

/**
 * Collects records on disk and uploads many of them as one object. A record is accepted when it is on disk. An object
 * is uploaded when it is full, or with the first check after its interval. Failed uploads are retried.
 */
export function createAggregation<Connection>(
  aggregation: Aggregation<Connection>,
  { store, name, clock, log }: IntegrationContext,
): ActionRuntime<Connection, Entry> {
  if (!store) throw new Error('aggregated upload needs a buffer store')
  const { container, keyOf } = aggregation
  const records = createRecords({
    store,
    name: `${aggregation.type}:${name}`,
    interval: aggregation.time_interval,
    maxRecords: aggregation.max_records,
  })
  let isUploading = false
  let failure: unknown

  async function upload(connection: Connection, period: Period): Promise<void> {
    const key = keyOf(period)
    await aggregation.upload(connection, key, container.texts(records.entries(period)))
    await records.remove(period)
    log.info({ action: name, key }, 'aggregated_upload_complete')
  }

  /** Uploads the objects one by one until one fails. Never rejects. */
  async function uploadAll(connection: Connection): Promise<void> {
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
      await aggregation.check(connection, signal)
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
