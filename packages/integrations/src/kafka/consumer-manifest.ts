import { byteSize, choice, duration, setting, struct, text } from '@mqdeck/contract'
import type { IntegrationManifest } from '../port.ts'
import { connectorOptions, sourceOptions } from '../resource-options.ts'
import { kafkaConnectorFields } from './connector-fields.ts'

const encodingHelp = { en: 'base64 where rules need text and it may be none.', zh: '内容可能不是文本时可选择 base64。' }

const parameters = struct('kafka_consumer.source_parameters', {
  topic: setting(text(), { required: true, label: { en: 'Kafka topic', zh: 'Kafka 主题' } }),
  group_id: setting(text(), {
    label: { en: 'Group ID', zh: '消费组 ID' },
    help: {
      en: 'Members of a group share the partitions. Without it: emqx-kafka-consumer- and the name of the source.',
      zh: '同组成员分摊各分区；留空时为 emqx-kafka-consumer- 加数据源名称。',
    },
  }),
  max_wait_time: setting(duration({ min: '1ms' }), {
    default: '1s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Longest wait', zh: '最大等待时间' },
    help: {
      en: 'How long a broker keeps a question open while it has no records.',
      zh: '没有消息时 Broker 保持请求的最长时间。',
    },
  }),
  max_batch_bytes: setting(byteSize({ min: '1' }), {
    default: '896KB',
    wire: { example: '32MB' },
    advanced: true,
    label: { en: 'Batch bytes', zh: '最大批量字节数' },
    help: {
      en: 'Of one partition at a time; one batch comes in any case.',
      zh: '每次从单个分区取的最大字节数，至少取一批。',
    },
  }),
  offset_reset_policy: setting(choice(['latest', 'earliest']), {
    default: 'latest',
    label: { en: 'Where to begin', zh: '偏移重置策略' },
    help: {
      en: 'Where the group has no offset, or one that is gone: with what comes from now on, or with the oldest there is.',
      zh: '消费组没有偏移量或偏移量已失效时，从最新或最早的消息开始。',
    },
  }),
  offset_commit_interval_seconds: setting(duration({ min: '1s', printed: true }), {
    default: '5s',
    wire: { example: '1h' },
    advanced: true,
    label: { en: 'Commit interval', zh: '偏移提交间隔' },
    help: {
      en: 'What was not committed when the broker ends unexpectedly comes again.',
      zh: '服务意外终止时，未提交的消息会再次到达。',
    },
  }),
  key_encoding_mode: setting(choice(['none', 'base64']), {
    default: 'none',
    label: { en: 'Encoding of keys', zh: 'Key 编码' },
    help: encodingHelp,
  }),
  value_encoding_mode: setting(choice(['none', 'base64']), {
    default: 'none',
    label: { en: 'Encoding of values', zh: 'Value 编码' },
    help: encodingHelp,
  }),
})

export const kafkaConsumer = {
  type: 'kafka_consumer',
  label: { en: 'Kafka consumer', zh: 'Kafka 消费者' },
  about: { en: 'Takes messages from topics of Apache Kafka.', zh: '从 Apache Kafka 的主题消费消息。' },
  category: 'streaming',
  connector: {
    components: {
      post: 'kafka_consumer.post_connector',
      put: 'kafka_consumer.put_connector',
      get: 'kafka_consumer.get_connector',
    },
    fields: kafkaConnectorFields,
    resourceOpts: connectorOptions('bridge_kafka.connector_resource_opts'),
  },
  source: {
    components: {
      post: 'kafka_consumer.post_source',
      put: 'kafka_consumer.put_source',
      get: 'kafka_consumer.get_source',
    },
    parameters: [parameters],
    resourceOpts: sourceOptions('actions_and_sources.source_resource_opts'),
    columns: [
      { name: 'topic', example: 'orders', about: { en: 'Kafka topic', zh: 'Kafka 主题' } },
      { name: 'key', example: 'customer-1', about: { en: 'Key; empty where there is none', zh: 'Key，没有时为空' } },
      { name: 'value', example: '{"msg": "hello"}', about: { en: 'Value', zh: 'Value' } },
      { name: 'offset', example: 42, about: { en: 'Its place in the partition', zh: '在分区中的偏移量' } },
      { name: 'ts', example: 1645002753259, about: { en: 'Timestamp in milliseconds', zh: '时间戳（毫秒）' } },
      {
        name: 'ts_type',
        example: 'create',
        about: {
          en: 'create: of the producer, append: of the broker, or undefined',
          zh: 'create：生产者时间，append：Broker 时间，或 undefined',
        },
      },
      { name: 'headers', example: {}, about: { en: 'Headers', zh: '消息头' } },
    ],
  },
} as const satisfies IntegrationManifest
