import { byteSize, choice, duration, setting, struct, text } from '@mqdeck/contract'
import type { IntegrationManifest } from '../port.ts'
import { connectorOptions, sourceOptions } from '../resource-options.ts'
import { kafkaConnectorFields } from './connector-fields.ts'

const encodingHelp = {
  en: 'Encoding for rules. Use base64 if the content is not always text.',
  zh: '提供给规则的编码。内容不一定是文本时使用 base64。',
}

const parameters = struct('kafka_consumer.source_parameters', {
  topic: setting(text(), {
    required: true,
    label: { en: 'Kafka topic', zh: 'Kafka 主题' },
    help: {
      en: 'Topic to read from. Each message triggers the rules that select from this source.',
      zh: '读取的主题，每条消息都会触发从该 Source 选取数据的规则。',
    },
  }),
  group_id: setting(text(), {
    label: { en: 'Group ID', zh: '消费组 ID' },
    help: {
      en: 'Members of a group share the partitions. Default: emqx-kafka-consumer- followed by the name of the source.',
      zh: '同组成员分摊各分区。默认为 emqx-kafka-consumer- 加 Source 名称。',
    },
  }),
  max_wait_time: setting(duration({ min: '1ms' }), {
    default: '1s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Max wait time', zh: '最大等待时间' },
    help: {
      en: 'Maximum time that a broker delays a response while it has no records.',
      zh: '没有消息时 Broker 延迟响应的最长时间。',
    },
  }),
  max_batch_bytes: setting(byteSize({ min: '1' }), {
    default: '896KB',
    wire: { example: '32MB' },
    advanced: true,
    label: { en: 'Max batch bytes', zh: '最大批量字节数' },
    help: {
      en: 'Maximum bytes to fetch from a partition at a time. At least one batch is always fetched.',
      zh: '每次从一个分区获取的最大字节数，至少获取一批。',
    },
  }),
  offset_reset_policy: setting(
    choice({
      latest: { en: 'Latest message', zh: '最新的消息' },
      earliest: { en: 'Earliest message', zh: '最早的消息' },
    }),
    {
      default: 'latest',
      label: { en: 'Offset reset policy', zh: '偏移量重置策略' },
      help: {
        en: 'Start position if the group has no valid offset. latest starts with new messages, earliest with the oldest available message.',
        zh: '消费组没有有效偏移量时的起始位置，latest 为新消息，earliest 为最早的可用消息。',
      },
    },
  ),
  offset_commit_interval_seconds: setting(duration({ min: '1s', printed: true }), {
    default: '5s',
    wire: { example: '1h' },
    advanced: true,
    label: { en: 'Offset commit interval', zh: '偏移量提交间隔' },
    help: {
      en: 'Interval of offset commits. Messages that were not committed before a crash are received again.',
      zh: '提交偏移量的间隔。服务端意外终止时未提交的消息会再次接收。',
    },
  }),
  key_encoding_mode: setting(choice({ none: { en: 'None', zh: '不编码' }, base64: { en: 'Base64', zh: 'Base64' } }), {
    default: 'none',
    label: { en: 'Key encoding', zh: 'Key 编码' },
    help: encodingHelp,
  }),
  value_encoding_mode: setting(choice({ none: { en: 'None', zh: '不编码' }, base64: { en: 'Base64', zh: 'Base64' } }), {
    default: 'none',
    label: { en: 'Value encoding', zh: 'Value 编码' },
    help: encodingHelp,
  }),
})

export const kafkaConsumer = {
  type: 'kafka_consumer',
  label: { en: 'Kafka consumer', zh: 'Kafka 消费者' },
  about: { en: 'Consumes messages from Apache Kafka topics.', zh: '从 Apache Kafka 的主题消费消息。' },
  category: 'streaming',
  mark: 'Kc',
  connector: {
    components: {
      post: 'kafka_consumer.post_connector',
      put: 'kafka_consumer.put_connector',
      get: 'kafka_consumer.get_connector',
    },
    fields: kafkaConnectorFields,
    example: { bootstrap_hosts: '127.0.0.1:9092' },
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
      { name: 'key', example: 'customer-1', about: { en: 'Key, empty if there is none', zh: 'Key，没有时为空' } },
      { name: 'value', example: '{"msg": "hello"}', about: { en: 'Value', zh: 'Value' } },
      { name: 'offset', example: 42, about: { en: 'Offset in the partition', zh: '在分区中的偏移量' } },
      { name: 'ts', example: 1645002753259, about: { en: 'Timestamp in milliseconds', zh: '时间戳（毫秒）' } },
      {
        name: 'ts_type',
        example: 'create',
        about: {
          en: 'Type of the timestamp: create (set by the producer), append (set by the broker) or undefined',
          zh: '时间戳类型：create（生产者设置）、append（Broker 设置）或 undefined',
        },
      },
      { name: 'headers', example: {}, about: { en: 'Headers', zh: '消息头' } },
    ],
  },
} as const satisfies IntegrationManifest
