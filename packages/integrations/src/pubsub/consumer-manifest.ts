import { duration, integer, isRecord, setting, struct, text } from '@mqdeck/contract'
import type { IntegrationManifest } from '../port.ts'
import { connectorOptions, pullingSourceOptions } from '../resource-options.ts'
import { checkTopicName, pubsubConnectorFields } from './connector-fields.ts'

const parameters = struct('gcp_pubsub_consumer.source_parameters', {
  topic: setting(text(), {
    required: true,
    label: { en: 'Topic', zh: '主题' },
    help: {
      en: 'Name of the topic in the project of the service account. It must exist. The source creates the subscription emqx-sub-SOURCE-TOPIC.',
      zh: '服务账号所在项目中的主题名称，必须已存在。该 Source 会创建订阅 emqx-sub-SOURCE-TOPIC（SOURCE 为 Source 名称，TOPIC 为主题）。',
    },
  }),
  pull_max_messages: setting(integer(1), {
    default: 100,
    label: { en: 'Max messages of a pull', zh: '单次拉取的最大消息数' },
    help: {
      en: 'Maximum number of messages in one response. The service returns at most 1000.',
      zh: '一次响应中的最大消息数，服务最多返回 1000 条。',
    },
  }),
  // Not in forms, as in EMQX.
  ack_deadline: setting(duration({ min: '10s', max: '600s' }), {
    default: '60s',
    hidden: true,
    advanced: true,
    label: { en: 'Acknowledgement deadline', zh: '确认期限' },
    help: {
      en: 'Time after which the service delivers an unacknowledged message again. From 10 seconds to 10 minutes.',
      zh: '消息未被确认时，服务再次投递该消息前的时间，10 秒到 10 分钟。',
    },
  }),
  ack_retry_interval: setting(duration({ min: '1ms' }), {
    default: '5s',
    hidden: true,
    advanced: true,
    label: { en: 'Acknowledgement retry interval', zh: '确认重试间隔' },
    help: {
      en: 'Time between two attempts to acknowledge messages.',
      zh: '两次尝试确认消息之间的时间。',
    },
  }),
  consumer_workers_per_topic: setting(integer(1, 64), {
    default: 1,
    hidden: true,
    advanced: true,
    label: { en: 'Number of consumers', zh: '消费者数量' },
    help: {
      en: 'Number of concurrent pulls, each on its own connection.',
      zh: '同时进行的拉取数量，每个使用独立的连接。',
    },
  }),
})

export const pubsubConsumer = {
  type: 'gcp_pubsub_consumer',
  label: { en: 'Google Pub/Sub consumer', zh: 'Google Pub/Sub 消费者' },
  about: { en: 'Receives messages of Google Pub/Sub topics.', zh: '接收 Google Pub/Sub 主题的消息。' },
  category: 'streaming',
  mark: 'Gc',
  connector: {
    components: {
      post: 'gcp_pubsub_consumer.post_connector',
      put: 'gcp_pubsub_consumer.put_connector',
      get: 'gcp_pubsub_consumer.get_connector',
    },
    fields: pubsubConnectorFields,
    resourceOpts: connectorOptions('gcp_pubsub_consumer.connector_resource_opts'),
  },
  source: {
    components: {
      post: 'gcp_pubsub_consumer.post_source',
      put: 'gcp_pubsub_consumer.put_source',
      get: 'gcp_pubsub_consumer.get_source',
    },
    parameters: [parameters],
    example: { parameters: { topic: 'mqtt' } },
    resourceOpts: pullingSourceOptions('gcp_pubsub_consumer.source_resource_opts'),
    check({ parameters: given }, refuse) {
      if (isRecord(given)) checkTopicName('parameters.topic', given.topic, refuse)
    },
    columns: [
      { name: 'topic', example: 'orders', about: { en: 'Topic', zh: '主题' } },
      {
        name: 'value',
        example: '{"msg": "hello"}',
        about: { en: 'Content, missing if there is none', zh: '消息的 Payload，没有时缺失' },
      },
      {
        name: 'attributes',
        example: { key: 'value' },
        about: { en: 'Attributes, missing if there are none', zh: '属性，没有时缺失' },
      },
      { name: 'message_id', example: '1', about: { en: 'ID assigned by the service', zh: '服务分配的消息 ID' } },
      {
        name: 'ordering_key',
        example: 'customer-1',
        about: { en: 'Ordering key, missing if there is none', zh: '排序键，没有时缺失' },
      },
      {
        name: 'publish_time',
        example: '2024-01-01T00:00:00.000Z',
        about: { en: 'Time when the service received the message', zh: '服务收到消息的时间' },
      },
    ],
  },
} as const satisfies IntegrationManifest
