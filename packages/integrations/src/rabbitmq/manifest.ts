import {
  choice,
  duration,
  flag,
  integer,
  poolSizeField,
  secret,
  setting,
  struct,
  template,
  text,
  tlsField,
  usernameField,
} from '@mqdeck/contract'
import { bridgeNames, descriptionFields } from '../bridges/names.ts'
import { localTopicField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions, sourceOptions } from '../resource-options.ts'

const actionParameters = struct('bridge_rabbitmq.action_parameters', {
  wait_for_publish_confirmations: setting(flag(), {
    default: true,
    advanced: true,
    label: { en: 'Wait for publisher confirms', zh: '等待发布确认' },
    help: {
      en: 'Counts a message as sent after the server has confirmed it. If disabled, lost messages are not detected.',
      zh: '服务器确认后才将消息计为已发送。关闭后，消息丢失时不会被发现。',
    },
  }),
  publish_confirmation_timeout: setting(duration({ min: '1ms' }), {
    default: '30s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Confirm timeout', zh: '发布确认超时' },
    help: {
      en: 'Maximum time to wait for a confirmation. Then the message is sent again.',
      zh: '超过该时间未收到确认时重新发送消息。',
    },
  }),
  exchange: setting(template(), {
    required: true,
    label: { en: 'Exchange', zh: '交换机' },
    help: {
      en: 'Exchange to publish to. It must exist. Placeholders are allowed. Default: the default exchange, which delivers to the queue named like the routing key.',
      zh: '发布到的交换机，必须已存在，可使用占位符。默认使用默认交换机，消息投递到与路由键同名的队列。',
    },
  }),
  routing_key: setting(template(), {
    required: true,
    label: { en: 'Routing key', zh: '路由键' },
    help: {
      en: 'Routing key of the message. Placeholders are allowed. Up to 255 bytes.',
      zh: '消息的路由键，可使用占位符，最长 255 字节。',
    },
  }),
  delivery_mode: setting(
    choice({
      non_persistent: { en: 'Non-persistent', zh: '非持久化' },
      persistent: { en: 'Persistent', zh: '持久化' },
    }),
    {
      default: 'non_persistent',
      advanced: true,
      label: { en: 'Delivery mode', zh: '投递模式' },
      help: {
        en: 'Persistent messages in a durable queue are kept after a restart of the server.',
        zh: '持久化队列中的持久化消息在服务器重启后仍保留。',
      },
    },
  ),
  payload_template: setting(template(), {
    default: '',
    label: { en: 'Payload', zh: 'Payload' },
    help: {
      en: 'Payload of the message. Placeholders are allowed. Default: the complete result of the rule as JSON.',
      zh: '消息的 Payload，可使用占位符。默认为规则的完整结果（JSON）。',
    },
  }),
})

const sourceParameters = struct('bridge_rabbitmq.source_parameters', {
  queue: setting(text(), {
    required: true,
    label: { en: 'Queue', zh: '队列' },
    help: {
      en: 'Queue to consume from. It must exist. All connections of the pool consume from it.',
      zh: '消费的队列，必须已存在。连接池中的所有连接都从中消费。',
    },
  }),
  wait_for_publish_confirmations: setting(flag(), {
    default: true,
    advanced: true,
    label: { en: 'Wait for publisher confirms', zh: '等待发布确认' },
    help: { en: 'No effect, because a source does not publish.', zh: '不起作用，因为 Source 不发布消息。' },
  }),
  no_ack: setting(flag(), {
    default: true,
    advanced: true,
    label: { en: 'No acknowledgements', zh: '无需确认' },
    help: {
      en: 'The server deletes messages after sending them. If disabled, a message is acknowledged after its rules have run.',
      zh: '服务器发送消息后即将其删除。关闭后，消息在规则执行完毕后确认。',
    },
  }),
})

export const rabbitmq = {
  type: 'rabbitmq',
  label: { en: 'RabbitMQ', zh: 'RabbitMQ' },
  about: {
    en: 'Publishes messages to RabbitMQ exchanges and consumes messages from its queues.',
    zh: '向 RabbitMQ 的交换机发布消息，并从其队列中消费消息。',
  },
  category: 'streaming',
  mark: 'Rb',
  connector: {
    components: { post: 'rabbitmq.post', put: 'rabbitmq.put', get: 'rabbitmq.get' },
    fields: {
      server: setting(text(), {
        default: 'localhost',
        label: { en: 'Server', zh: '服务器' },
        help: { en: 'Host name or address of the server, without a port.', zh: '服务器的主机名或地址，不含端口。' },
      }),
      port: setting(integer(1, 65_535), { default: 5672, label: { en: 'Port', zh: '端口' } }),
      username: usernameField,
      password: setting(secret(), {
        required: true,
        wire: { example: 'R4ND0M/S∃CЯ∃T' },
        label: { en: 'Password', zh: '密码' },
      }),
      pool_size: poolSizeField,
      timeout: setting(duration({ min: '1ms' }), {
        default: '5s',
        wire: { example: '32s' },
        advanced: true,
        label: { en: 'Connect timeout', zh: '连接超时' },
        help: { en: 'Maximum time to open a connection.', zh: '建立连接的最长时间。' },
      }),
      virtual_host: setting(text(), {
        default: '/',
        advanced: true,
        label: { en: 'Virtual host', zh: '虚拟主机' },
        help: { en: 'Virtual host that contains the exchanges and queues.', zh: '交换机和队列所在的虚拟主机。' },
      }),
      heartbeat: setting(duration(), {
        default: '30s',
        wire: { example: '32s' },
        advanced: true,
        label: { en: 'Heartbeat', zh: '心跳间隔' },
        help: {
          en: 'Interval of heartbeats in whole seconds. A connection without data for twice this time is closed. The server can require a shorter interval.',
          zh: '心跳的间隔，以整秒计。超过该时间的两倍未收到数据时关闭连接。服务器可要求更短的间隔。',
        },
      }),
      ssl: tlsField,
    },
    example: { server: '127.0.0.1', port: 5672 },
    resourceOpts: connectorOptions('rabbitmq.connector_resource_opts'),
  },
  action: {
    about: { en: 'Publishes messages to RabbitMQ exchanges.', zh: '将消息发布到 RabbitMQ 交换机。' },
    components: {
      post: 'bridge_rabbitmq.post_bridge_v2',
      put: 'bridge_rabbitmq.put_bridge_v2',
      get: 'bridge_rabbitmq.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [actionParameters],
    example: { parameters: { exchange: 'mqtt', routing_key: '${topic}', payload_template: '${payload}' } },
    resourceOpts: batchActionOptions('bridge_rabbitmq.action_resource_opts'),
  },
  source: {
    about: { en: 'Consumes messages from RabbitMQ queues.', zh: '消费 RabbitMQ 队列中的消息。' },
    components: {
      post: 'bridge_rabbitmq.post_source',
      put: 'bridge_rabbitmq.put_source',
      get: 'bridge_rabbitmq.get_source',
    },
    parameters: [sourceParameters],
    resourceOpts: sourceOptions('actions_and_sources.source_resource_opts'),
    columns: [
      { name: 'payload', example: '{"msg": "hello"}', about: { en: 'Payload', zh: 'Payload' } },
      { name: 'queue', example: 'orders', about: { en: 'Queue', zh: '队列' } },
      {
        name: 'exchange',
        example: 'amq.topic',
        about: { en: 'Exchange of the message', zh: '消息的交换机' },
      },
      { name: 'routing_key', example: 'orders.new', about: { en: 'Routing key', zh: '路由键' } },
      { name: 'headers', example: {}, about: { en: 'Headers', zh: '消息头' } },
      ...(
        [
          ['content_type', 'application/json', 'Content type', '内容类型'],
          ['content_encoding', 'gzip', 'Content encoding', '内容编码'],
          [
            'delivery_mode',
            2,
            'Delivery mode, 1 for transient and 2 for persistent',
            '投递模式，1 为非持久化，2 为持久化',
          ],
          ['priority', 5, 'Priority', '优先级'],
          ['correlation_id', 'c1', 'Correlation ID', '关联 ID'],
          ['reply_to', 'answers', 'Reply-to address', '回复地址'],
          ['expiration', '60000', 'Expiry time (ms)', '过期时间（毫秒）'],
          ['message_id', 'm1', 'Message ID', '消息 ID'],
          ['timestamp', 1645002753, 'Creation time (seconds)', '消息创建时间（秒）'],
          ['type', 'order', 'Type', '类型'],
          ['user_id', 'guest', 'User that published the message', '发布消息的用户'],
          ['app_id', 'shop', 'Application', '应用 ID'],
          ['cluster_id', 'c', 'Cluster', '集群 ID'],
        ] as const
      ).map(([name, example, en, zh]) => ({ name, example, about: { en, zh } })),
    ],
  },
  bridges: [{ type: 'rabbitmq', ...bridgeNames('bridge_rabbitmq'), without: descriptionFields }],
} as const satisfies IntegrationManifest
