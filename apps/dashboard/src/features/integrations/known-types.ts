import type { Locale } from '../../i18n/index.ts'
import type { Kind } from './kinds.ts'

type Text = Readonly<Record<Locale, string>>

export const categories = ['http', 'broker', 'database', 'time-series', 'streaming', 'storage', 'other'] as const
export type Category = (typeof categories)[number]

/** Texts of a type in the type gallery. */
export interface KnownType {
  readonly label: Text
  /** Purpose in one line. */
  readonly about: Text
  readonly category: Category
}

export type Settings = Readonly<Record<string, unknown>>

interface OtherType extends KnownType {
  /** Initial values of the form of a new object. */
  readonly examples: Readonly<Partial<Record<Kind, Settings>>>
}

const known = (
  label: string,
  category: Category,
  en: string,
  zh: string,
  examples: OtherType['examples'] = {},
): OtherType => ({ label: { en: label, zh: label }, about: { en, zh }, category, examples })

/**
 * Types that other brokers may have. Their forms come from the schema of the broker, only their texts from here. Types
 * that are not listed are shown with their key.
 */
export const otherTypes: Readonly<Record<string, OtherType>> = {
  azure_blob_storage: known('Azure Blob Storage', 'storage', 'Uploads messages as blobs.', '将消息上传为 Blob。'),
  azure_event_hub_producer: known(
    'Azure Event Hubs',
    'streaming',
    'Sends messages to event hubs.',
    '发送到 Event Hubs。',
  ),
  cassandra: known('Cassandra', 'database', 'Writes rows with CQL.', '用 CQL 写入数据行。'),
  confluent_producer: known(
    'Confluent',
    'streaming',
    'Sends messages to Confluent topics.',
    '发送到 Confluent 的主题。',
  ),
  couchbase: known('Couchbase', 'database', 'Writes documents with SQL++.', '用 SQL++ 写入文档。'),
  datalayers: known('Datalayers', 'time-series', 'Writes points in line protocol.', '以行协议写入数据点。'),
  dynamo: known('DynamoDB', 'database', 'Writes items to tables.', '向数据表写入条目。'),
  gcp_pubsub_consumer: known(
    'Google Pub/Sub',
    'streaming',
    'Receives messages from subscriptions.',
    '从订阅接收消息。',
  ),
  gcp_pubsub_producer: known('Google Pub/Sub', 'streaming', 'Sends messages to topics.', '发送到主题。'),
  greptimedb: known('GreptimeDB', 'time-series', 'Writes points in line protocol.', '以行协议写入数据点。'),
  hstreamdb: known('HStreamDB', 'streaming', 'Appends records to streams.', '向流追加记录。'),
  iotdb: known('Apache IoTDB', 'time-series', 'Writes device measurements.', '写入设备的测点数据。', {
    action: {
      parameters: { data: [{ measurement: 'payload', data_type: 'text', value: '${payload}', timestamp: 'now_ms' }] },
    },
  }),
  kinesis: known('Amazon Kinesis', 'streaming', 'Writes records to streams.', '向数据流写入记录。'),
  oracle: known('Oracle Database', 'database', 'Writes rows with SQL.', '用 SQL 写入数据行。', {
    connector: { server: '127.0.0.1:1521', sid: 'XE' },
  }),
  pulsar: known('Apache Pulsar', 'streaming', 'Sends messages to topics.', '发送到主题。'),
  rocketmq: known('RocketMQ', 'streaming', 'Sends messages to topics.', '发送到主题。'),
  snowflake: known('Snowflake', 'storage', 'Loads messages as files.', '以文件形式批量导入消息。'),
  sqlserver: known('SQL Server', 'database', 'Writes rows with SQL.', '用 SQL 写入数据行。'),
  syskeeper_forwarder: known(
    'SysKeeper forwarder',
    'other',
    'Forwards messages through a one-way gateway.',
    '通过单向网闸转发消息。',
  ),
  syskeeper_proxy: known(
    'SysKeeper proxy',
    'other',
    'Receives messages behind a one-way gateway.',
    '在单向网闸之后接收消息。',
  ),
  tablestore: known('Alibaba Tablestore', 'time-series', 'Writes time series.', '写入时序数据。', {
    action: { parameters: { fields: [{ column: 'payload', value: '${payload}' }] } },
  }),
  tdengine: known('TDengine', 'time-series', 'Writes rows with SQL.', '用 SQL 写入数据行。'),
}
