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
import { localTopicField } from '../local-topic.ts'
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

/** EMQX passes on the properties of the message and cannot set others: these are ours. */
const properties = struct('bridge_mqtt_publisher.mqtt_properties', {
  'Payload-Format-Indicator': property('Payload format indicator', '载荷格式指示', {
    en: '1: the payload is UTF-8 text; 0: it is not specified.',
    zh: '1 表示载荷为 UTF-8 文本，0 表示未指定。',
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
      en: 'Added to the user properties of the message; those of the same name are replaced.',
      zh: '添加到消息的用户属性中，同名的属性会被替换。',
    },
  }),
})

const actionParameters = struct('bridge_mqtt_publisher.action_parameters', {
  topic: setting(template(), {
    required: true,
    label: { en: 'Topic', zh: '主题' },
    help: { en: 'Of the other broker; with place holders.', zh: '远端 Broker 的主题，可使用占位符。' },
  }),
  qos: setting(oneOf(template(), qosLevel()), {
    default: 1,
    label: { en: 'QoS', zh: 'QoS' },
    help: { en: 'A level, or a place holder such as ${qos}.', zh: '固定等级，或 ${qos} 等占位符。' },
  }),
  retain: setting(oneOf(template(), flag()), {
    default: false,
    label: { en: 'Retain', zh: '保留消息' },
    help: { en: 'Or a place holder such as ${flags.retain}.', zh: '也可使用 ${flags.retain} 等占位符。' },
  }),
  payload: setting(template(), {
    label: { en: 'Payload', zh: 'Payload' },
    help: {
      en: 'With place holders; without it everything the rule has selected is sent, as JSON.',
      zh: '可使用占位符；留空时以 JSON 发送规则选出的全部数据。',
    },
  }),
  mqtt_properties: setting(structKind(properties), {
    advanced: true,
    label: { en: 'MQTT 5 properties', zh: 'MQTT 5.0 属性' },
    help: {
      en: 'Replace those of the message, which are passed on otherwise. Placeholders are allowed; an empty result is left out. Only for connectors with MQTT version v5.',
      zh: '替换消息自带的属性，未设置的属性原样转发。可使用占位符，结果为空的属性不发送。仅适用于 MQTT 版本为 v5 的连接器。',
    },
  }),
})

const sourceParameters = struct('bridge_mqtt_publisher.ingress_parameters', {
  no_local: setting(flag(), {
    default: false,
    label: { en: 'No local', zh: '不接收自己发布的消息' },
    help: {
      en: 'MQTT 5: what this connector has published itself does not come back.',
      zh: '仅 MQTT 5：不接收本连接器自己发布的消息。',
    },
  }),
  topic: setting(text(), {
    required: true,
    label: { en: 'Topic', zh: '主题' },
    help: {
      en: 'Topic filter. The whole pool of the connector receives only with a shared subscription ($share/group/topic); otherwise one connection does.',
      zh: '主题过滤器。仅共享订阅（$share/group/topic）会使用连接池中的所有连接，否则只由一个连接接收。',
    },
  }),
  qos: setting(qosLevel(), {
    default: 1,
    wire: { example: 0 },
    label: { en: 'QoS', zh: 'QoS' },
    help: { en: 'At most 1: with 2 it is 1, as in EMQX.', zh: '最高为 1；设置为 2 时按 1 处理，与 EMQX 一致。' },
  }),
})

export const mqtt = {
  type: 'mqtt',
  label: { en: 'MQTT broker', zh: 'MQTT 服务' },
  about: {
    en: 'Exchanges messages with another MQTT broker, in both directions.',
    zh: '与另一个 MQTT Broker 双向交换消息。',
  },
  category: 'broker',
  connector: {
    components: {
      post: 'connector_mqtt.post_connector',
      put: 'connector_mqtt.put_connector',
      get: 'connector_mqtt.get_connector',
    },
    fields: {
      mode: setting(choice(['cluster_shareload']), {
        wire: { default: 'cluster_shareload' },
        deprecated: true,
        advanced: true,
        label: { en: 'Mode', zh: '模式' },
        help: { en: 'Has no effect here.', zh: '在此不起作用。' },
      }),
      server: setting(serverAddress(1883), {
        required: true,
        label: { en: 'Server', zh: '服务器' },
        help: {
          en: 'Name or address and port; 1883 when no port is given.',
          zh: '主机名或地址及端口，未指定端口时为 1883。',
        },
      }),
      clientid_prefix: setting(text(), {
        label: { en: 'Client ID prefix', zh: '客户端 ID 前缀' },
        help: {
          en: 'Client IDs begin with it; up to 19 bytes leave room for the 23 that every server takes.',
          zh: '客户端 ID 以此开头；不超过 19 字节时，客户端 ID 总长不超过各服务器都支持的 23 字节。',
        },
      }),
      static_clientids: setting(list(structKind(staticIds)), {
        default: [],
        advanced: true,
        label: { en: 'Fixed client IDs', zh: '静态客户端 ID' },
        help: {
          en: 'One connection for each client ID of the node, instead of the pool.',
          zh: '为每个节点指定客户端 ID，每个 ID 建立一个连接，取代连接池。',
        },
      }),
      reconnect_interval: setting(text(), {
        deprecated: true,
        advanced: true,
        label: { en: 'Reconnect interval', zh: '重连间隔' },
        help: { en: 'Has no effect here.', zh: '在此不起作用。' },
      }),
      proto_ver: setting(choice(['v3', 'v4', 'v5']), {
        default: 'v4',
        label: { en: 'MQTT version', zh: 'MQTT 版本' },
        help: { en: 'v3: 3.1, v4: 3.1.1, v5: 5.0.', zh: 'v3：3.1，v4：3.1.1，v5：5.0。' },
      }),
      bridge_mode: setting(flag(), {
        default: false,
        advanced: true,
        label: { en: 'Bridge mode', zh: '桥接模式' },
        help: {
          en: 'Tells the other side that this is a bridge, where its MQTT version is 3.1 or 3.1.1. Some do not understand it.',
          zh: '在 MQTT 3.1 和 3.1.1 中告知对端这是桥接连接，部分服务器不支持。',
        },
      }),
      username: setting(text(), { label: { en: 'Username', zh: '用户名' } }),
      password: passwordField,
      clean_start: setting(flag(), {
        default: true,
        label: { en: 'Clean start', zh: '清除会话' },
        help: {
          en: 'Otherwise the other side keeps messages for the sources while the connection is lost.',
          zh: '关闭后，连接断开期间对端会为数据源保留消息。',
        },
      }),
      keepalive: setting(duration(), {
        default: '160s',
        wire: { type: 'string' },
        advanced: true,
        label: { en: 'Keep alive', zh: '心跳间隔' },
      }),
      connect_timeout: setting(duration({ min: '1s', printed: true }), {
        default: '10s',
        wire: { example: '1h' },
        advanced: true,
        label: { en: 'Connect timeout', zh: '连接超时' },
      }),
      retry_interval: setting(duration(), {
        default: '15s',
        wire: { type: 'string' },
        advanced: true,
        label: { en: 'Retry interval', zh: '重试间隔' },
        help: {
          en: 'How long an acknowledgement may take before the message is sent again.',
          zh: '等待确认的最长时间，超过后重新发送消息。',
        },
      }),
      max_inflight: setting(integer(0), {
        default: 32,
        advanced: true,
        label: { en: 'Inflight', zh: '飞行窗口' },
        help: {
          en: 'Messages that a connection may have without an acknowledgement; 0: no limit.',
          zh: '每个连接未收到确认的最大消息数；0 表示不限制。',
        },
      }),
      pool_size: poolSizeField,
      ssl: tlsField,
    },
    resourceOpts: connectorOptions('connector_mqtt.resource_opts'),
  },
  action: {
    components: {
      post: 'bridge_mqtt_publisher.post_bridge_v2',
      put: 'bridge_mqtt_publisher.put_bridge_v2',
      get: 'bridge_mqtt_publisher.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [actionParameters],
    resourceOpts: actionOptions('bridge_mqtt_publisher.action_resource_opts'),
  },
  source: {
    components: {
      post: 'bridge_mqtt_publisher.post_source',
      put: 'bridge_mqtt_publisher.put_source',
      get: 'bridge_mqtt_publisher.get_source',
    },
    parameters: [sourceParameters],
    resourceOpts: sourceOptions('bridge_mqtt_publisher.source_resource_opts'),
    columns: [
      { name: 'id', example: '0006...', about: { en: 'Made here for the message', zh: '在此生成的消息 ID' } },
      { name: 'payload', example: '{"msg": "hello"}', about: { en: 'Payload', zh: 'Payload' } },
      {
        name: 'server',
        example: '192.168.0.1:1883',
        about: { en: 'Address of the other broker', zh: '远端 Broker 地址' },
      },
      { name: 'topic', example: 't/a', about: { en: 'Topic', zh: '主题' } },
      { name: 'qos', example: 1, about: { en: 'QoS', zh: 'QoS' } },
      { name: 'dup', example: false, about: { en: 'Sent again', zh: '重复发送' } },
      { name: 'retain', example: false, about: { en: 'Was retained', zh: '保留消息' } },
      { name: 'pub_props', example: {}, about: { en: 'MQTT 5 properties', zh: 'MQTT 5 属性' } },
      {
        name: 'message_received_at',
        example: 1645002753259,
        about: { en: 'When it arrived, in milliseconds', zh: '收到的时间（毫秒）' },
      },
    ],
  },
} as const satisfies IntegrationManifest
