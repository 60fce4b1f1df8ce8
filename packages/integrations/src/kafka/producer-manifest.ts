import {
  byteSize,
  choice,
  duration,
  flag,
  integer,
  list,
  nested,
  noEffect,
  oneOf,
  setting,
  struct,
  structKind,
  symbol,
  template,
} from '@mqdeck/contract'
import { localTopicField } from '../local-topic.ts'
import type { IntegrationManifest } from '../port.ts'
import { connectorOptions, sourceOptions } from '../resource-options.ts'
import { kafkaConnectorFields } from './connector-fields.ts'

const message = struct('bridge_kafka.kafka_message', {
  key: setting(template(), {
    default: '${.clientid}',
    label: { en: 'Key', zh: 'Key' },
    help: {
      en: 'With place holders; what is missing is empty. With key dispatch it decides on the partition.',
      zh: '可使用占位符，缺失的值为空。分区策略为 key_dispatch 时由它决定分区。',
    },
  }),
  value: setting(template(), {
    default: '${.}',
    label: { en: 'Value', zh: 'Value' },
    help: {
      en: 'With place holders; ${.} is everything the rule has selected, as JSON.',
      zh: '可使用占位符，${.} 表示规则选出的全部数据（JSON）。',
    },
  }),
  timestamp: setting(template(), {
    default: '${.timestamp}',
    label: { en: 'Timestamp', zh: '时间戳' },
    help: { en: 'Milliseconds; otherwise the time of sending.', zh: '毫秒数；不是数字时使用当前时间。' },
  }),
})

const header = struct('bridge_kafka.producer_kafka_ext_headers', {
  kafka_ext_header_key: setting(template(), { required: true, label: { en: 'Name', zh: '名称' } }),
  kafka_ext_header_value: setting(template(), { required: true, label: { en: 'Value', zh: '值' } }),
})

const buffer = struct('bridge_kafka.producer_buffer', {
  mode: setting(choice(['memory', 'disk', 'hybrid']), {
    default: 'memory',
    label: { en: 'Mode', zh: '缓存模式' },
    help: {
      en: 'disk: what waits survives a restart of the broker. hybrid: it is on the disk, and does not survive.',
      zh: 'disk：等待的消息在重启后仍保留；hybrid：存放在磁盘上，但重启后不保留。',
    },
  }),
  per_partition_limit: setting(byteSize({ min: '1' }), {
    default: '256MB',
    wire: { example: '32MB' },
    label: { en: 'Limit', zh: '缓存上限' },
    help: {
      en: 'Room for what waits, of all partitions together on this broker; the oldest goes when there is none left.',
      zh: '等待的消息可占用的空间，在本服务中为所有分区共用；占满后丢弃最旧的消息。',
    },
  }),
  segment_bytes: setting(byteSize(), {
    default: '10MB',
    wire: { example: '32MB' },
    label: { en: 'Segment', zh: '段文件大小' },
    help: noEffect('Size of the files of the buffer.', '缓存文件的大小。'),
  }),
  memory_overload_protection: setting(flag(), {
    default: true,
    label: { en: 'Memory protection', zh: '内存过载保护' },
    help: noEffect('The limit is always kept.', '缓存上限始终有效。'),
  }),
})

const parameters = struct('bridge_kafka.producer_kafka_opts', {
  topic: setting(template(), {
    required: true,
    label: { en: 'Kafka topic', zh: 'Kafka 主题' },
    help: { en: 'Must exist; with place holders.', zh: '必须已存在，可使用占位符。' },
  }),
  message: nested(message, { label: { en: 'Message', zh: '消息' } }),
  max_linger_time: setting(duration(), {
    default: '0ms',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Linger', zh: '最大等待时间' },
    help: { en: 'How long the first of a batch waits for others.', zh: '一批中第一条消息等待其他消息的最长时间。' },
  }),
  max_linger_bytes: setting(byteSize(), {
    default: '10MB',
    wire: { example: '32MB' },
    advanced: true,
    label: { en: 'Linger bytes', zh: '最大等待字节数' },
    help: noEffect('A batch waits until it has 1000 messages at most.', '一批最多等待至 1000 条消息。'),
  }),
  max_batch_bytes: setting(byteSize({ min: '1' }), {
    default: '896KB',
    wire: { example: '32MB' },
    advanced: true,
    label: { en: 'Batch bytes', zh: '最大批量字节数' },
    help: {
      en: 'What goes together; no more than the brokers take.',
      zh: '一次发送的最大字节数，不应超过 Broker 的限制。',
    },
  }),
  compression: setting(choice(['no_compression', 'snappy', 'gzip']), {
    default: 'no_compression',
    advanced: true,
    label: { en: 'Compression', zh: '压缩' },
  }),
  partition_strategy: setting(choice(['random', 'key_dispatch']), {
    default: 'random',
    label: { en: 'Partition', zh: '分区选择策略' },
    help: {
      en: 'key_dispatch: messages with the same key go to the same partition, the one that Java clients choose, too.',
      zh: 'key_dispatch：Key 相同的消息进入同一分区，选择方式与 Java 客户端一致。',
    },
  }),
  required_acks: setting(choice(['all_isr', 'leader_only', 'none']), {
    default: 'all_isr',
    label: { en: 'Acknowledgements', zh: '所需确认' },
    help: {
      en: 'all_isr: of every replica in step. none: what is lost is not noticed.',
      zh: 'all_isr：所有同步副本确认；none：无需确认，消息丢失时不会被发现。',
    },
  }),
  kafka_headers: setting(template(), {
    label: { en: 'Headers', zh: '消息头' },
    help: {
      en: 'One place holder, such as ${pub_props}, for an object or a list of pairs of key and value.',
      zh: '单个占位符，例如 ${pub_props}，其值为对象或由 key、value 组成的列表。',
    },
  }),
  kafka_ext_headers: setting(list(structKind(header)), {
    label: { en: 'More headers', zh: '扩展消息头' },
  }),
  kafka_header_value_encode_mode: setting(choice(['none', 'json']), {
    default: 'none',
    label: { en: 'Header values', zh: '消息头值的编码' },
    help: { en: 'none: as they are; json: as JSON.', zh: 'none：保持原样；json：编码为 JSON。' },
  }),
  partition_count_refresh_interval: setting(duration({ min: '1s', printed: true }), {
    default: '60s',
    wire: { example: '1h' },
    advanced: true,
    label: { en: 'Refresh of partitions', zh: '分区数刷新间隔' },
    help: { en: 'How soon a new partition is noticed.', zh: '发现新增分区的间隔。' },
  }),
  partitions_limit: setting(oneOf(integer(1), symbol('all_partitions')), {
    default: 'all_partitions',
    advanced: true,
    label: { en: 'Partitions', zh: '分区数限制' },
    help: { en: 'Only the first so many are written to.', zh: '仅写入前若干个分区。' },
  }),
  max_inflight: setting(integer(1), {
    default: 10,
    advanced: true,
    label: { en: 'Inflight window', zh: '飞行窗口' },
    help: {
      en: 'Batches on their way in async mode. With 1 they keep their order whatever happens.',
      zh: '异步模式下未收到响应的最大批次数；设为 1 时消息始终保持顺序。',
    },
  }),
  buffer: nested(buffer, { advanced: true, label: { en: 'Buffer', zh: '消息缓存' } }),
  query_mode: setting(choice(['async', 'sync']), {
    default: 'async',
    advanced: true,
    label: { en: 'Query mode', zh: '请求模式' },
    help: {
      en: 'sync: each batch waits for the answer to the one before.',
      zh: 'sync：收到上一批的响应后才发送下一批。',
    },
  }),
  sync_query_timeout: setting(duration({ min: '1ms' }), {
    default: '5s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Sync timeout', zh: '同步请求超时' },
    help: {
      en: 'In sync mode: after this time without an answer a batch is sent again.',
      zh: '同步模式下，超过该时间未收到响应时重新发送。',
    },
  }),
})

export const kafkaProducer = {
  type: 'kafka_producer',
  label: { en: 'Kafka producer', zh: 'Kafka 生产者' },
  about: { en: 'Writes messages to topics of Apache Kafka.', zh: '向 Apache Kafka 的主题写入消息。' },
  category: 'streaming',
  connector: {
    components: {
      post: 'bridge_kafka.post_connector',
      put: 'bridge_kafka.put_connector',
      get: 'bridge_kafka.get_connector',
    },
    fields: kafkaConnectorFields,
    resourceOpts: connectorOptions('bridge_kafka.connector_resource_opts'),
  },
  action: {
    components: {
      post: 'bridge_kafka.post_bridge_v2',
      put: 'bridge_kafka.put_bridge_v2',
      get: 'bridge_kafka.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [parameters],
    // How it buffers stands in the parameters.
    resourceOpts: sourceOptions('bridge_kafka.resource_opts'),
  },
} as const satisfies IntegrationManifest
