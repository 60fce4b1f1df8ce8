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
  secretTemplate,
  setting,
  struct,
  structKind,
  symbol,
  template,
} from '@mqdeck/contract'
import { bridgeNames } from '../bridges/names.ts'
import { localTopicField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { connectorOptions, sourceOptions } from '../resource-options.ts'
import { confluentConnectorFields, eventHubConnectorFields, kafkaConnectorFields } from './connector-fields.ts'

const messageFields = {
  key: setting(template(), {
    default: '${.clientid}',
    label: { en: 'Key', zh: 'Key' },
    help: {
      en: 'Key of the message. Placeholders are allowed. Undefined values are empty. With key_dispatch, the key selects the partition.',
      zh: '消息的 Key。可使用占位符，未定义的值为空。分区策略为 key_dispatch 时由 Key 选择分区。',
    },
  }),
  value: setting(template(), {
    default: '${.}',
    label: { en: 'Value', zh: 'Value' },
    help: {
      en: 'Value of the message. Placeholders are allowed. ${.} is the complete result of the rule as JSON.',
      zh: '消息的 Value。可使用占位符，${.} 表示规则的完整结果（JSON）。',
    },
  }),
  timestamp: setting(template(), {
    default: '${.timestamp}',
    label: { en: 'Timestamp', zh: '时间戳' },
    help: {
      en: 'Timestamp of the message in milliseconds. Default: the current time.',
      zh: '消息的时间戳（毫秒），默认为当前时间。',
    },
  }),
} as const

const message = struct('bridge_kafka.kafka_message', messageFields)

const header = struct('bridge_kafka.producer_kafka_ext_headers', {
  kafka_ext_header_key: setting(template(), { required: true, label: { en: 'Name', zh: '名称' } }),
  kafka_ext_header_value: setting(secretTemplate(), { required: true, label: { en: 'Value', zh: '值' } }),
})

const buffer = struct('bridge_kafka.producer_buffer', {
  mode: setting(
    choice({
      memory: { en: 'Memory', zh: '内存' },
      disk: { en: 'Disk', zh: '磁盘' },
      hybrid: { en: 'Memory, then disk', zh: '内存与磁盘混合' },
    }),
    {
      default: 'memory',
      label: { en: 'Buffer mode', zh: '缓存模式' },
      help: {
        en: 'Storage of buffered messages. With disk, they are kept after a restart of the broker. With hybrid, they are on the disk but not kept after a restart.',
        zh: '缓存消息的存储方式。disk 在重启后仍保留，hybrid 存放在磁盘上但重启后不保留。',
      },
    },
  ),
  per_partition_limit: setting(byteSize({ min: '1' }), {
    default: '256MB',
    wire: { example: '32MB' },
    label: { en: 'Max buffer size', zh: '缓存上限' },
    help: {
      en: 'Maximum size of the buffer for all partitions together. If it is full, the oldest messages are dropped.',
      zh: '所有分区共用的缓存的最大容量，占满后丢弃最旧的消息。',
    },
  }),
  segment_bytes: setting(byteSize(), {
    default: '10MB',
    wire: { example: '32MB' },
    label: { en: 'Segment size', zh: '段文件大小' },
    help: noEffect('Size of the buffer files.', '缓存文件的大小。'),
  }),
  memory_overload_protection: setting(flag(), {
    default: true,
    label: { en: 'Memory overload protection', zh: '内存过载保护' },
    help: noEffect(
      'No effect on this broker. The max buffer size always applies.',
      '在此服务端不起作用，缓存上限始终有效。',
    ),
  }),
})

const parameterFields = {
  topic: setting(template(), {
    required: true,
    label: { en: 'Kafka topic', zh: 'Kafka 主题' },
    help: {
      en: 'Topic to write to. It must exist. Placeholders are allowed.',
      zh: '写入的主题，必须已存在，可使用占位符。',
    },
  }),
  message: nested(message, { label: { en: 'Message', zh: '消息' } }),
  max_linger_time: setting(duration(), {
    default: '0ms',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Linger time', zh: '最大等待时间' },
    help: {
      en: 'Maximum time that the first message of a batch waits for other messages.',
      zh: '一批中第一条消息等待其他消息的最长时间。',
    },
  }),
  max_linger_bytes: setting(byteSize(), {
    default: '10MB',
    wire: { example: '32MB' },
    advanced: true,
    label: { en: 'Linger bytes', zh: '最大等待字节数' },
    help: noEffect('A batch is sent when it has this size, or 1000 messages.', '一批达到该大小或 1000 条消息时发送。'),
  }),
  max_batch_bytes: setting(byteSize({ min: '1' }), {
    default: '896KB',
    wire: { example: '32MB' },
    advanced: true,
    label: { en: 'Max batch bytes', zh: '最大批量字节数' },
    help: {
      en: 'Maximum size of a batch. It must not exceed the limit of the brokers.',
      zh: '一批的最大字节数，不能超过 Broker 的限制。',
    },
  }),
  compression: setting(
    choice({
      no_compression: { en: 'None', zh: '不压缩' },
      snappy: { en: 'Snappy', zh: 'Snappy' },
      gzip: { en: 'gzip', zh: 'gzip' },
    }),
    {
      default: 'no_compression',
      advanced: true,
      label: { en: 'Compression', zh: '压缩' },
      help: { en: 'Compresses the batches that are sent.', zh: '对发送的批次进行压缩。' },
    },
  ),
  partition_strategy: setting(
    choice({
      random: { en: 'Random partition', zh: '随机分区' },
      key_dispatch: { en: 'Hash of message key', zh: '按消息键' },
    }),
    {
      default: 'random',
      label: { en: 'Partition strategy', zh: '分区选择策略' },
      help: {
        en: 'With key_dispatch, messages with the same key go to the same partition. Java clients select the same partition.',
        zh: 'key_dispatch 使 Key 相同的消息进入同一分区，选择方式与 Java 客户端一致。',
      },
    },
  ),
  required_acks: setting(
    choice({
      all_isr: { en: 'All in-sync replicas', zh: '所有同步副本' },
      leader_only: { en: 'Leader only', zh: '仅首领副本' },
      none: { en: 'None', zh: '无需确认' },
    }),
    {
      default: 'all_isr',
      label: { en: 'Acknowledgements', zh: '所需确认' },
      help: {
        en: 'Acknowledgements required for a message. With all_isr, all in-sync replicas acknowledge. With none, lost messages are not detected.',
        zh: '每条消息所需的确认。all_isr 为所有同步副本确认，none 为无需确认，消息丢失时不会被发现。',
      },
    },
  ),
  kafka_headers: setting(template(), {
    label: { en: 'Headers', zh: '消息头' },
    help: {
      en: 'One placeholder, such as ${pub_props}, for an object or a list of key-value pairs.',
      zh: '单个占位符，例如 ${pub_props}，其值为对象或键值对列表。',
    },
  }),
  kafka_ext_headers: setting(list(structKind(header)), {
    label: { en: 'Additional headers', zh: '扩展消息头' },
    help: {
      en: 'Sent together with the headers above. Placeholders are allowed.',
      zh: '与上述消息头一同发送，可使用占位符。',
    },
  }),
  kafka_header_value_encode_mode: setting(
    choice({ none: { en: 'None', zh: '不编码' }, json: { en: 'JSON', zh: 'JSON' } }),
    {
      default: 'none',
      label: { en: 'Header value encoding', zh: '消息头值的编码' },
      help: {
        en: 'With none, values are sent unchanged. With json, they are encoded as JSON.',
        zh: 'none 保持原样，json 编码为 JSON。',
      },
    },
  ),
  partition_count_refresh_interval: setting(duration({ min: '1s', printed: true }), {
    default: '60s',
    wire: { example: '1h' },
    advanced: true,
    label: { en: 'Partition refresh interval', zh: '分区数刷新间隔' },
    help: { en: 'Interval to detect new partitions.', zh: '发现新增分区的间隔。' },
  }),
  partitions_limit: setting(oneOf(integer(1), symbol('all_partitions', { en: 'All partitions', zh: '全部分区' })), {
    default: 'all_partitions',
    advanced: true,
    label: { en: 'Max partitions', zh: '分区数限制' },
    help: {
      en: 'Number of partitions that messages are written to, starting with the first.',
      zh: '写入的分区数，从第一个分区开始。',
    },
  }),
  max_inflight: setting(integer(1), {
    default: 10,
    advanced: true,
    label: { en: 'Inflight window', zh: '飞行窗口' },
    help: {
      en: 'Maximum number of unacknowledged batches in async mode. With 1, messages always keep their order.',
      zh: '异步模式下未收到响应的最大批次数；设为 1 时消息始终保持顺序。',
    },
  }),
  buffer: nested(buffer, { advanced: true, label: { en: 'Buffer', zh: '消息缓存' } }),
  query_mode: setting(choice({ async: { en: 'Asynchronous', zh: '异步' }, sync: { en: 'Synchronous', zh: '同步' } }), {
    default: 'async',
    advanced: true,
    label: { en: 'Query mode', zh: '请求模式' },
    help: {
      en: 'With sync, each batch is sent after the previous one is acknowledged.',
      zh: 'sync 模式下，收到上一批的响应后才发送下一批。',
    },
  }),
  sync_query_timeout: setting(duration({ min: '1ms' }), {
    default: '5s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Sync timeout', zh: '同步请求超时' },
    help: {
      en: 'Maximum time to wait for a response in sync mode. Then the batch is sent again.',
      zh: '同步模式下，超过该时间未收到响应时重新发送。',
    },
  }),
} as const

const parameters = struct('bridge_kafka.producer_kafka_opts', parameterFields)

const kafkaBridge = { options: 'bridge_kafka.connector_resource_opts', parametersIn: 'kafka' } as const

export const kafkaProducer = {
  type: 'kafka_producer',
  label: { en: 'Kafka producer', zh: 'Kafka 生产者' },
  about: { en: 'Writes messages to Apache Kafka topics.', zh: '向 Apache Kafka 的主题写入消息。' },
  category: 'streaming',
  mark: 'Kp',
  connector: {
    components: {
      post: 'bridge_kafka.post_connector',
      put: 'bridge_kafka.put_connector',
      get: 'bridge_kafka.get_connector',
    },
    fields: kafkaConnectorFields,
    example: { bootstrap_hosts: '127.0.0.1:9092' },
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
    example: { parameters: { topic: 'mqtt', message: { key: '${clientid}', value: '${.}' } } },
    // The buffer settings are part of the parameters.
    resourceOpts: sourceOptions('bridge_kafka.resource_opts'),
  },
  bridges: [
    {
      type: 'kafka',
      hasBothNames: true,
      ...bridgeNames('bridge_kafka', '_producer'),
      ...kafkaBridge,
      without: ['max_linger_time', 'max_linger_bytes'],
      parametersName: 'bridge_kafka.v1_producer_kafka_opts',
    },
  ],
} as const satisfies IntegrationManifest

const { timestamp: _timestamp, ...cloudMessage } = messageFields
const { compression: _compression, ...eventHubParameters } = parameterFields

export const confluentProducer = {
  type: 'confluent_producer',
  label: { en: 'Confluent', zh: 'Confluent' },
  about: { en: 'Writes messages to topics of Confluent Cloud.', zh: '向 Confluent Cloud 的主题写入消息。' },
  category: 'streaming',
  mark: 'Cf',
  connector: {
    components: {
      post: 'confluent.post_connector',
      put: 'confluent.put_connector',
      get: 'confluent.get_connector',
    },
    fields: confluentConnectorFields,
    example: { bootstrap_hosts: 'xyz.sa-east1.gcp.confluent.cloud:9092' },
    resourceOpts: connectorOptions('bridge_kafka.connector_resource_opts'),
  },
  action: {
    components: {
      post: 'confluent.post_bridge_v2',
      put: 'confluent.put_bridge_v2',
      get: 'confluent.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [
      struct('confluent.producer_kafka_opts', {
        ...parameterFields,
        message: nested(struct('confluent.kafka_message', cloudMessage), { label: { en: 'Message', zh: '消息' } }),
      }),
    ],
    example: { parameters: { topic: 'mqtt', message: { key: '${clientid}', value: '${.}' } } },
    resourceOpts: sourceOptions('bridge_kafka.resource_opts'),
  },
} as const satisfies IntegrationManifest

export const eventHubProducer = {
  type: 'azure_event_hub_producer',
  label: { en: 'Azure Event Hubs', zh: 'Azure Event Hubs' },
  about: {
    en: 'Writes messages to event hubs over the Kafka protocol.',
    zh: '通过 Kafka 协议向 Event Hubs 写入消息。',
  },
  category: 'streaming',
  mark: 'Eh',
  connector: {
    components: {
      post: 'bridge_azure_event_hub.post_connector',
      put: 'bridge_azure_event_hub.put_connector',
      get: 'bridge_azure_event_hub.get_connector',
    },
    fields: eventHubConnectorFields,
    example: { bootstrap_hosts: 'namespace.servicebus.windows.net:9093', ssl: { verify: 'verify_peer' } },
    resourceOpts: connectorOptions('bridge_kafka.connector_resource_opts'),
  },
  action: {
    components: {
      post: 'bridge_azure_event_hub.post_bridge_v2',
      put: 'bridge_azure_event_hub.put_bridge_v2',
      get: 'bridge_azure_event_hub.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [
      struct('bridge_azure_event_hub.producer_kafka_opts', {
        ...eventHubParameters,
        message: nested(struct('bridge_azure_event_hub.kafka_message', cloudMessage), {
          label: { en: 'Message', zh: '消息' },
        }),
        required_acks: setting(
          choice({
            all_isr: { en: 'All in-sync replicas', zh: '所有同步副本' },
            leader_only: { en: 'Leader only', zh: '仅首领副本' },
          }),
          {
            default: 'all_isr',
            label: parameterFields.required_acks.label,
          },
        ),
      }),
    ],
    example: { parameters: { topic: 'mqtt', message: { key: '${clientid}', value: '${.}' } } },
    resourceOpts: sourceOptions('bridge_kafka.resource_opts'),
  },
  bridges: [
    {
      type: 'azure_event_hub_producer',
      ...bridgeNames('bridge_azure_event_hub', '_producer'),
      ...kafkaBridge,
    },
  ],
} as const satisfies IntegrationManifest
