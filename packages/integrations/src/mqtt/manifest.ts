import {
  choice,
  duration,
  flag,
  integer,
  list,
  mapOf,
  oneOf,
  passwordField,
  poolSizeField,
  qosLevel,
  secret,
  serverAddress,
  setting,
  struct,
  structKind,
  template,
  text,
  tlsField,
} from '@mqdeck/contract'
import { localTopicField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { actionOptions, connectorOptions, sourceOptions } from '../resource-options.ts'

const identity = struct('connector_mqtt.static_clientid_entry_tuple', {
  clientid: setting(text(), { required: true, label: { en: 'Client ID', zh: '客户端 ID' } }),
  username: setting(text(), { label: { en: 'Username', zh: '用户名' } }),
  password: setting(secret(), { wire: { example: 'R4ND0M/S∃CЯ∃T' }, label: { en: 'Password', zh: '密码' } }),
})

const staticIds = struct('connector_mqtt.static_clientid_entry', {
  node: setting(text(), { required: true, label: { en: 'Node', zh: '节点' } }),
  ids: setting(list(oneOf(structKind(identity), text())), {
    required: true,
    label: { en: 'Client IDs', zh: '客户端 ID' },
  }),
})

const property = (en: string, zh: string, help?: { readonly en: string; readonly zh: string }) =>
  setting(template(), { label: { en, zh }, ...(help && { help }) })

/** Not in EMQX, which only forwards the properties of the message. */
const properties = struct('bridge_mqtt_publisher.mqtt_properties', {
  'Payload-Format-Indicator': property('Payload format indicator', 'Payload 格式指示', {
    en: '1 for a UTF-8 text payload, 0 for an unspecified format.',
    zh: '1 表示 Payload 为 UTF-8 文本，0 表示未指定。',
  }),
  'Message-Expiry-Interval': property('Message expiry interval', '消息过期间隔', {
    en: 'Seconds until the message expires.',
    zh: '消息过期前的秒数。',
  }),
  'Content-Type': property('Content type', '内容类型'),
  'Response-Topic': property('Response topic', '响应主题'),
  'Correlation-Data': property('Correlation data', '对比数据'),
  'User-Property': setting(mapOf('$name', template()), {
    label: { en: 'User properties', zh: '用户属性' },
    help: {
      en: 'Added to the user properties of the message. Properties of the same name are replaced.',
      zh: '添加到消息的用户属性中，同名的属性会被替换。',
    },
  }),
})

const actionParameters = struct('bridge_mqtt_publisher.action_parameters', {
  topic: setting(template(), {
    required: true,
    label: { en: 'Topic', zh: '主题' },
    help: { en: 'Topic on the remote broker. Placeholders are allowed.', zh: '远端 Broker 的主题，可使用占位符。' },
  }),
  qos: setting(oneOf(template(), qosLevel()), {
    default: 1,
    label: { en: 'QoS', zh: 'QoS' },
    help: {
      en: 'QoS level 0, 1 or 2, or a placeholder such as ${qos}.',
      zh: 'QoS 等级 0、1 或 2，或 ${qos} 等占位符。',
    },
  }),
  retain: setting(oneOf(template(), flag()), {
    default: false,
    label: { en: 'Retain', zh: '保留消息' },
    help: {
      en: 'True, false or a placeholder such as ${flags.retain}.',
      zh: 'true、false 或 ${flags.retain} 等占位符。',
    },
  }),
  payload: setting(template(), {
    label: { en: 'Payload', zh: 'Payload' },
    help: {
      en: 'Payload of the message. Placeholders are allowed. Default: the complete result of the rule as JSON.',
      zh: '消息的 Payload，可使用占位符。默认为规则的完整结果（JSON）。',
    },
  }),
  mqtt_properties: setting(structKind(properties), {
    advanced: true,
    label: { en: 'MQTT 5 properties', zh: 'MQTT 5.0 属性' },
    help: {
      en: 'Replace the properties of the message. Other properties are forwarded unchanged. Placeholders are allowed. Empty values are omitted. Only for connectors with MQTT version v5.',
      zh: '替换消息自带的属性，未设置的属性原样转发。可使用占位符，结果为空的属性不发送。仅适用于 MQTT 版本为 v5 的连接器。',
    },
  }),
})

const sourceParameters = struct('bridge_mqtt_publisher.ingress_parameters', {
  no_local: setting(flag(), {
    default: false,
    label: { en: 'No local', zh: '不接收自己发布的消息' },
    help: {
      en: 'Ignores messages that this connector has published. MQTT 5 only.',
      zh: '忽略本连接器发布的消息，仅适用于 MQTT 5。',
    },
  }),
  topic: setting(text(), {
    required: true,
    label: { en: 'Topic', zh: '主题' },
    help: {
      en: 'Topic filter of the subscription. With a shared subscription ($share/group/topic), all connections of the pool receive messages, otherwise only one.',
      zh: '订阅的主题过滤器。共享订阅（$share/group/topic）由连接池中的所有连接接收消息，否则只由一个连接接收。',
    },
  }),
  qos: setting(qosLevel(), {
    default: 1,
    wire: { example: 0 },
    label: { en: 'QoS', zh: 'QoS' },
    help: {
      en: 'Maximum QoS of received messages, 0 or 1. The value 2 is treated as 1.',
      zh: '接收消息的最大 QoS，0 或 1。设置为 2 时按 1 处理。',
    },
  }),
})

export const mqtt = {
  type: 'mqtt',
  label: { en: 'MQTT broker', zh: 'MQTT 服务' },
  about: {
    en: 'Exchanges messages with another MQTT broker in both directions.',
    zh: '与另一个 MQTT Broker 双向交换消息。',
  },
  category: 'broker',
  mark: 'Mq',
  connector: {
    components: {
      post: 'connector_mqtt.post_connector',
      put: 'connector_mqtt.put_connector',
      get: 'connector_mqtt.get_connector',
    },
    fields: {
      mode: setting(choice({ cluster_shareload: { en: 'Shared across nodes', zh: '集群共享负载' } }), {
        wire: { default: 'cluster_shareload' },
        deprecated: true,
        advanced: true,
        label: { en: 'Mode', zh: '模式' },
        help: { en: 'No effect on this broker.', zh: '在此服务端不起作用。' },
      }),
      server: setting(serverAddress(1883), {
        required: true,
        label: { en: 'Server', zh: '服务器' },
        help: {
          en: 'Host and port of the remote broker. Default port 1883.',
          zh: '远端 Broker 的主机和端口，默认端口 1883。',
        },
      }),
      clientid_prefix: setting(text(), {
        label: { en: 'Client ID prefix', zh: '客户端 ID 前缀' },
        help: {
          en: 'Prefix of all client IDs. With at most 19 bytes, client IDs stay within the 23 bytes that every server accepts.',
          zh: '所有客户端 ID 的前缀。不超过 19 字节时，客户端 ID 不超过所有服务器都支持的 23 字节。',
        },
      }),
      static_clientids: setting(list(structKind(staticIds)), {
        default: [],
        advanced: true,
        label: { en: 'Static client IDs', zh: '静态客户端 ID' },
        help: {
          en: 'Client IDs of each node, with one connection per ID instead of the pool.',
          zh: '各节点的客户端 ID，每个 ID 建立一个连接，取代连接池。',
        },
      }),
      reconnect_interval: setting(text(), {
        deprecated: true,
        advanced: true,
        label: { en: 'Reconnect interval', zh: '重连间隔' },
        help: { en: 'No effect on this broker.', zh: '在此服务端不起作用。' },
      }),
      proto_ver: setting(
        choice({
          v3: { en: 'MQTT 3.1', zh: 'MQTT 3.1' },
          v4: { en: 'MQTT 3.1.1', zh: 'MQTT 3.1.1' },
          v5: { en: 'MQTT 5.0', zh: 'MQTT 5.0' },
        }),
        {
          default: 'v4',
          label: { en: 'MQTT version', zh: 'MQTT 版本' },
          help: { en: 'Versions are v3 (3.1), v4 (3.1.1) and v5 (5.0).', zh: 'v3：3.1，v4：3.1.1，v5：5.0。' },
        },
      ),
      bridge_mode: setting(flag(), {
        default: false,
        advanced: true,
        label: { en: 'Bridge mode', zh: '桥接模式' },
        help: {
          en: 'Marks the connection as a bridge, with MQTT 3.1 and 3.1.1. Some brokers do not support it.',
          zh: '在 MQTT 3.1 和 3.1.1 中将连接标记为桥接，部分服务器不支持。',
        },
      }),
      username: setting(text(), { label: { en: 'Username', zh: '用户名' } }),
      password: passwordField,
      clean_start: setting(flag(), {
        default: true,
        label: { en: 'Clean start', zh: 'Clean Start' },
        help: {
          en: 'Starts a new session with each connection. If disabled, the remote broker keeps messages for the sources while the connection is lost.',
          zh: '每次连接都建立新会话。关闭后，连接断开期间远端 Broker 会为 Source 保留消息。',
        },
      }),
      keepalive: setting(duration(), {
        default: '160s',
        wire: { type: 'string' },
        form: { type: 'duration' },
        advanced: true,
        label: { en: 'Keep alive', zh: '心跳间隔' },
        help: {
          en: 'Maximum time between two packets to the remote broker. A ping is sent if there is no other packet.',
          zh: '向远端 Broker 发送两个报文之间的最长时间，没有其他报文时发送心跳报文。',
        },
      }),
      connect_timeout: setting(duration({ min: '1s', printed: true }), {
        default: '10s',
        wire: { example: '1h' },
        advanced: true,
        label: { en: 'Connect timeout', zh: '连接超时' },
        help: {
          en: 'Maximum time to wait for the remote broker to accept the connection.',
          zh: '等待远端 Broker 接受连接的最长时间。',
        },
      }),
      retry_interval: setting(duration(), {
        default: '15s',
        wire: { type: 'string' },
        form: { type: 'duration' },
        advanced: true,
        label: { en: 'Retry interval', zh: '重试间隔' },
        help: {
          en: 'Maximum time to wait for an acknowledgement. Then the message is sent again.',
          zh: '等待确认的最长时间，超过后重新发送消息。',
        },
      }),
      max_inflight: setting(integer(0), {
        default: 32,
        advanced: true,
        label: { en: 'Inflight window', zh: '飞行窗口' },
        help: {
          en: 'Maximum number of unacknowledged messages of a connection. 0 means no limit.',
          zh: '每个连接未收到确认的最大消息数；0 表示不限制。',
        },
      }),
      pool_size: poolSizeField,
      ssl: tlsField,
    },
    example: { server: '127.0.0.1:1883', proto_ver: 'v5' },
    resourceOpts: connectorOptions('connector_mqtt.resource_opts'),
  },
  action: {
    about: { en: 'Publishes messages to another MQTT broker.', zh: '将消息发布到另一个 MQTT Broker。' },
    components: {
      post: 'bridge_mqtt_publisher.post_bridge_v2',
      put: 'bridge_mqtt_publisher.put_bridge_v2',
      get: 'bridge_mqtt_publisher.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [actionParameters],
    example: { parameters: { topic: 'bridge/${topic}', payload: '${payload}', qos: '${qos}' } },
    resourceOpts: actionOptions('bridge_mqtt_publisher.action_resource_opts'),
  },
  source: {
    about: { en: 'Subscribes to topics of another MQTT broker.', zh: '订阅另一个 MQTT Broker 的主题。' },
    components: {
      post: 'bridge_mqtt_publisher.post_source',
      put: 'bridge_mqtt_publisher.put_source',
      get: 'bridge_mqtt_publisher.get_source',
    },
    parameters: [sourceParameters],
    example: { parameters: { topic: 'remote/#', qos: 1 } },
    resourceOpts: sourceOptions('bridge_mqtt_publisher.source_resource_opts'),
    columns: [
      {
        name: 'id',
        example: '0006...',
        about: { en: 'Message ID, created by this broker', zh: '由本服务端生成的消息 ID' },
      },
      { name: 'payload', example: '{"msg": "hello"}', about: { en: 'Payload', zh: 'Payload' } },
      {
        name: 'server',
        example: '192.168.0.1:1883',
        about: { en: 'Address of the remote broker', zh: '远端 Broker 地址' },
      },
      { name: 'topic', example: 't/a', about: { en: 'Topic', zh: '主题' } },
      { name: 'qos', example: 1, about: { en: 'QoS', zh: 'QoS' } },
      { name: 'dup', example: false, about: { en: 'Duplicate flag', zh: '重发标志' } },
      { name: 'retain', example: false, about: { en: 'Retain flag', zh: '保留标志' } },
      { name: 'pub_props', example: {}, about: { en: 'MQTT 5 properties', zh: 'MQTT 5 属性' } },
      {
        name: 'message_received_at',
        example: 1645002753259,
        about: { en: 'Time the message was received (ms)', zh: '消息接收时间（毫秒）' },
      },
    ],
  },
} as const satisfies IntegrationManifest
