import type { KafkaConnection, KafkaConsumer, KafkaRecord } from '@mqdeck/drivers'
import type { SourcePlain } from '../plain.ts'
import type { Data, IntegrationContext, SourceRuntime } from '../port.ts'
import type { kafkaConsumer } from './consumer-manifest.ts'

type Parameters = SourcePlain<typeof kafkaConsumer>

export function createKafkaSource(
  parameters: Parameters,
  { name }: IntegrationContext,
): SourceRuntime<KafkaConnection> {
  const what = {
    // Same name as in EMQX, so that offsets are kept when EMQX is replaced.
    groupId: parameters.group_id || `emqx-kafka-consumer-${name}`,
    topic: parameters.topic,
    from: parameters.offset_reset_policy,
    maxBytes: parameters.max_batch_bytes,
    maxWait: parameters.max_wait_time,
    commitInterval: parameters.offset_commit_interval_seconds,
  }
  let consumer: KafkaConsumer | undefined
  return {
    async start(connection, emit) {
      await connection.checkTopic(parameters.topic)
      const begun = await connection.consume(what, (record) => emit(toData(record, parameters)))
      consumer = begun
      return begun.end
    },
    async check(connection) {
      const failure = consumer?.failure()
      if (failure) throw failure
      await connection.checkTopic(parameters.topic)
    },
  }
}

function toData(record: KafkaRecord, parameters: Parameters): Data {
  return {
    topic: record.topic,
    key: encoded(record.key, parameters.key_encoding_mode),
    value: encoded(record.value, parameters.value_encoding_mode),
    offset: record.offset,
    ts: record.timestamp,
    ts_type: record.timestampType,
    headers: record.headers,
  }
}

function encoded(bytes: Uint8Array | undefined, mode: 'none' | 'base64'): string | Uint8Array {
  if (!bytes) return ''
  return mode === 'base64' ? Buffer.from(bytes).toString('base64') : bytes
}
