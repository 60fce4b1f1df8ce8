import {
  anyMap,
  byteSize,
  choice,
  duration,
  flag,
  infinity,
  integer,
  list,
  number,
  off,
  oneOf,
  qosLevel,
  setting,
  struct,
  structKind,
  text,
} from '../struct/index.ts'
import { variform } from '../variform/kind.ts'

/** An expression in EMQX's variform. */
const expressionForm = { type: 'string', format: 'variform' }

/** A client attribute that is set on connect. */
export const clientAttrsInit = struct(
  'emqx.client_attrs_init',
  {
    expression: setting(variform(), {
      form: expressionForm,
      label: { en: 'Expression', zh: '表达式' },
      help: {
        en: "Computes the attribute when a client connects. Example: nth(1, tokens(clientid, '-')). It may use clientid, username, password, peerhost, zone, cn, dn, peersni and user_property.*. If it fails or is empty, the attribute is not set.",
        zh: "在客户端连接时计算属性值。例如 nth(1, tokens(clientid, '-'))，可使用 clientid、username、password、peerhost、zone、cn、dn、peersni 和 user_property.*。计算失败或结果为空时不设置该属性。",
      },
    }),
    set_as_attr: setting(
      text({ pattern: /^[A-Za-z0-9][\w-]{0,254}$/, expects: 'at most 255 letters, digits, - and _' }),
      {
        label: { en: 'Attribute', zh: '属性名' },
        help: {
          en: 'Name of the attribute, up to 255 characters. Templates use it as ${client_attrs.NAME}.',
          zh: '属性的名称，最多 255 个字符。在模板中以 ${client_attrs.NAME} 引用。',
        },
      },
    ),
  },
  ({ expression, set_as_attr }, refuse) => {
    if (expression === undefined) refuse('expression', 'is required')
    if (set_as_attr === undefined) refuse('set_as_attr', 'is required')
  },
)

const sharedStrategies = {
  random: { en: 'Random', zh: '随机' },
  round_robin: { en: 'Round robin', zh: '轮询' },
  round_robin_per_group: { en: 'Round robin per group', zh: '按组轮询' },
  sticky: { en: 'Sticky', zh: '粘性' },
  local: { en: 'Local node first', zh: '本节点优先' },
  hash_topic: { en: 'Hash of topic', zh: '按主题哈希' },
  hash_clientid: { en: 'Hash of publisher client ID', zh: '按发布者的客户端 ID 哈希' },
}
const certificateParts = {
  disabled: { en: 'Disabled', zh: '禁用' },
  cn: { en: 'Common name (CN)', zh: '通用名称（CN）' },
  dn: { en: 'Distinguished name (DN)', zh: '可分辨名称（DN）' },
  crt: { en: 'Certificate (DER)', zh: '证书（DER）' },
  pem: { en: 'Certificate (PEM)', zh: '证书（PEM）' },
  md5: { en: 'MD5 of the certificate', zh: '证书的 MD5 值' },
}

/** Limits and options of the MQTT protocol of a zone (`/configs/global_zone`, root `mqtt`). */
export const mqtt = struct(
  'emqx.mqtt',
  {
    idle_timeout: setting(oneOf(duration(), infinity()), {
      default: '15s',
      label: { en: 'Idle timeout', zh: '空闲超时' },
      help: {
        en: 'Connections that send no CONNECT packet within this time are closed.',
        zh: '连接建立后在此时间内未发送 CONNECT 报文将被关闭。',
      },
      advanced: true,
    }),
    // The maximum length of a packet (MQTT 5, 2.1.4).
    max_packet_size: setting(byteSize({ min: '1', max: '268435455' }), {
      default: '1MB',
      label: { en: 'Max packet size', zh: '最大报文大小' },
      help: {
        en: 'Maximum size of an MQTT packet, up to 256 MB. Clients that send a larger packet are disconnected.',
        zh: 'MQTT 报文的最大大小，不超过 256 MB。发送更大报文的客户端会被断开连接。',
      },
    }),
    max_clientid_len: setting(integer(23, 65535), {
      default: 65535,
      label: { en: 'Max client ID length', zh: '最大客户端 ID 长度' },
      help: {
        en: 'Maximum length of a client ID in bytes, from 23 to 65,535. Clients with a longer client ID are rejected.',
        zh: '客户端 ID 的最大长度，单位为字节，取值 23 至 65535。客户端 ID 更长的客户端会被拒绝。',
      },
    }),
    max_topic_levels: setting(integer(1, 65535), {
      default: 128,
      label: { en: 'Max topic levels', zh: '最大主题层级' },
      help: {
        en: 'Maximum number of levels in a topic or topic filter, from 1 to 65,535.',
        zh: '主题或主题过滤器的最大层级数，取值 1 至 65535。',
      },
    }),
    max_topic_alias: setting(integer(0, 65535), {
      default: 65535,
      label: { en: 'Max topic aliases', zh: '最大主题别名数' },
      help: {
        en: 'Maximum number of topic aliases per MQTT 5 client, up to 65,535. 0 disables topic aliases.',
        zh: '每个 MQTT 5 客户端可使用的最大主题别名数，不超过 65535。0 表示禁用主题别名。',
      },
    }),
    retain_available: setting(flag(), {
      default: true,
      label: { en: 'Retained messages', zh: '保留消息' },
      help: {
        en: 'Allows clients to publish retained messages. If disabled, clients that publish one are disconnected.',
        zh: '允许客户端发布保留消息。关闭后，发布保留消息的客户端会被断开连接。',
      },
    }),
    wildcard_subscription: setting(flag(), {
      default: true,
      label: { en: 'Wildcard subscriptions', zh: '通配符订阅' },
      help: { en: 'Allows + and # in topic filters.', zh: '允许主题过滤器包含 + 和 #。' },
    }),
    shared_subscription: setting(flag(), {
      default: true,
      label: { en: 'Shared subscriptions', zh: '共享订阅' },
      help: {
        en: 'Allows clients to subscribe to $share/GROUP/FILTER.',
        zh: '允许客户端订阅 $share/组名/主题过滤器。',
      },
    }),
    shared_subscription_strategy: setting(choice(sharedStrategies), {
      default: 'round_robin',
      label: { en: 'Shared subscription strategy', zh: '共享订阅分发策略' },
      help: {
        en: 'Selects the group member that receives a message. The value of the global zone applies to all zones.',
        zh: '选择接收消息的共享订阅组成员。全局区域的值适用于所有区域。',
      },
    }),
    shared_subscription_initial_sticky_pick: setting(
      choice({
        random: { en: 'Random', zh: '随机' },
        local: { en: 'Local node first', zh: '本节点优先' },
        hash_topic: { en: 'Hash of topic', zh: '按主题哈希' },
        hash_clientid: { en: 'Hash of publisher client ID', zh: '按发布者的客户端 ID 哈希' },
      }),
      {
        default: 'random',
        label: { en: 'Initial pick of the sticky strategy', zh: '粘性策略的初始选择' },
        help: {
          en: 'How the sticky strategy selects the first group member. The value of the global zone applies to all zones.',
          zh: '粘性策略如何选择首个成员。全局区域的值适用于所有区域。',
        },
        advanced: true,
      },
    ),
    exclusive_subscription: setting(flag(), {
      default: false,
      label: { en: 'Exclusive subscriptions', zh: '排它订阅' },
      help: {
        en: 'Allows clients to subscribe to $exclusive/TOPIC. Each topic has at most one exclusive subscriber.',
        zh: '允许客户端订阅 $exclusive/主题。每个主题同时只能有一个排它订阅者。',
      },
    }),
    ignore_loop_deliver: setting(flag(), {
      default: false,
      label: { en: 'Ignore own messages', zh: '忽略自己发布的消息' },
      help: {
        en: 'MQTT 3 clients do not receive messages that they published themselves, like No Local in MQTT 5.',
        zh: 'MQTT 3 客户端不会收到自己发布的消息，类似 MQTT 5 的 No Local。',
      },
    }),
    strict_mode: setting(flag(), {
      default: false,
      label: { en: 'Strict mode', zh: '严格模式' },
      help: {
        en: 'Rejects control characters in strings and, in MQTT 3, a password without a username.',
        zh: '拒绝字符串中的控制字符，以及 MQTT 3 中没有用户名的密码。',
      },
      advanced: true,
    }),
    response_information: setting(
      text({ maxBytes: 65_535, pattern: /^[^\0]*$/, expects: 'text without a null character' }),
      {
        default: '',
        label: { en: 'Response information', zh: '响应信息' },
        help: {
          en: 'Text sent to MQTT 5 clients that request it, up to 65,535 bytes. If empty, nothing is sent.',
          zh: 'MQTT 5 客户端请求时返回的文本，最多 65535 字节。为空则不返回。',
        },
        advanced: true,
      },
    ),
    server_keepalive: setting(oneOf(off('disabled'), integer(1, 65535, { unprinted: 'maximum' })), {
      default: 'disabled',
      label: { en: 'Server keep alive', zh: '服务端心跳时间' },
      help: {
        en: 'Keep alive in seconds that replaces the value of all clients, from 1 to 65,535.',
        zh: '覆盖所有客户端请求的心跳时间，单位为秒，取值 1 至 65535。',
      },
    }),
    keepalive_multiplier: setting(number(1, 100), {
      default: 1.5,
      label: { en: 'Keep alive multiplier', zh: '心跳超时系数' },
      help: {
        en: 'Clients that send nothing for their keep alive times this factor are disconnected. From 1 to 100.',
        zh: '客户端静默时间超过心跳时间乘以该系数后断开连接，取值 1 至 100。',
      },
    }),
    keepalive_check_interval: setting(duration({ min: '1s' }), {
      default: '30s',
      label: { en: 'Keep alive check interval', zh: '心跳检查间隔' },
      help: {
        en: 'How often clients are checked for packets, at least 1 s and at most half of their keep alive.',
        zh: '检查客户端是否静默的间隔，至少 1 秒，且不超过客户端心跳时间的一半。',
      },
      advanced: true,
    }),
    retry_interval: setting(oneOf(duration(), infinity()), {
      default: 'infinity',
      label: { en: 'Retry interval', zh: '重传间隔' },
      help: {
        en: 'Unacknowledged QoS 1 and 2 messages are sent again after this time. Without a limit, they are sent again only after a reconnect.',
        zh: '未确认的 QoS 1/2 消息的重传间隔。不限制时仅在重连后重传。',
      },
    }),
    use_username_as_clientid: setting(flag(), {
      default: false,
      label: { en: 'Username as client ID', zh: '使用用户名作为客户端 ID' },
      help: {
        en: 'Uses the username as the client ID. Clients without a username are rejected.',
        zh: '使用用户名作为客户端 ID，没有用户名的客户端会被拒绝。',
      },
    }),
    peer_cert_as_username: setting(choice(certificateParts), {
      default: 'disabled',
      label: { en: 'Certificate as username', zh: '证书作为用户名' },
      help: {
        en: 'Part of the TLS client certificate that is used as the username. Clients without a certificate keep the username of their CONNECT packet.',
        zh: '将客户端 TLS 证书的某一部分用作用户名。没有证书的客户端使用 CONNECT 报文中的用户名。',
      },
    }),
    peer_cert_as_clientid: setting(choice(certificateParts), {
      default: 'disabled',
      label: { en: 'Certificate as client ID', zh: '证书作为客户端 ID' },
      help: {
        en: 'Part of the TLS client certificate that is used as the client ID. Clients without a certificate keep the client ID of their CONNECT packet.',
        zh: '将客户端 TLS 证书的某一部分用作客户端 ID。没有证书的客户端使用 CONNECT 报文中的客户端 ID。',
      },
    }),
    client_attrs_init: setting(list(structKind(clientAttrsInit)), {
      default: [],
      label: { en: 'Client attributes', zh: '客户端属性' },
      help: {
        en: 'Attributes computed for each client when it connects, for use in templates and authorization rules.',
        zh: '客户端连接时计算的属性，可用于模板和权限规则。',
      },
    }),
    clientid_override: setting(oneOf(variform(), off('disabled')), {
      default: 'disabled',
      form: expressionForm,
      label: { en: 'Client ID override', zh: '客户端 ID 覆盖' },
      help: {
        en: "Expression whose result replaces the client ID. Example: concat([username, '-', clientid]). It may use client_attrs.*. If it fails or is empty, the client ID is kept.",
        zh: "表达式的结果将替换客户端 ID。例如 concat([username, '-', clientid])，还可使用 client_attrs.*。计算失败或结果为空时保留原客户端 ID。",
      },
      advanced: true,
    }),
    session_expiry_interval: setting(duration(), {
      default: '2h',
      label: { en: 'Session expiry interval', zh: '会话过期间隔' },
      help: {
        en: 'How long the session of a disconnected MQTT 3 client is kept. MQTT 5 clients set their own interval.',
        zh: '断开连接的 MQTT 3 客户端的会话保留时间。MQTT 5 客户端自行指定。',
      },
    }),
    message_expiry_interval: setting(oneOf(infinity(), duration()), {
      default: 'infinity',
      label: { en: 'Message expiry interval', zh: '消息过期间隔' },
      help: {
        en: 'Messages without an expiry interval of their own are dropped after this time in a message queue.',
        zh: '未携带过期间隔的消息在消息队列中超过此时间后被丢弃。',
      },
    }),
    max_awaiting_rel: setting(oneOf(infinity(), integer(0)), {
      default: 100,
      label: { en: 'Max awaiting PUBREL', zh: '最大等待 PUBREL 消息数' },
      help: {
        en: 'Maximum number of QoS 2 messages per client that wait for PUBREL. Sent to MQTT 5 clients as Receive Maximum. 0 means no limit.',
        zh: '每个客户端等待 PUBREL 的 QoS 2 消息的最大数量，并作为接收最大值告知 MQTT 5 客户端。0 表示不限制。',
      },
    }),
    max_qos_allowed: setting(qosLevel(), {
      default: 2,
      label: { en: 'Max QoS', zh: '最大 QoS' },
      help: { en: 'Highest QoS that clients may publish with.', zh: '客户端发布消息可用的最高 QoS。' },
    }),
    mqueue_priorities: setting(oneOf(anyMap(integer(1, 255)), off('disabled')), {
      default: 'disabled',
      form: { type: 'object', items: { type: 'integer', minimum: 1, maximum: 255 } },
      columns: [
        { en: 'Topic', zh: '主题' },
        { en: 'Priority, 1 to 255', zh: '优先级（1 至 255）' },
      ],
      label: { en: 'Topic priorities', zh: '主题优先级' },
      help: {
        en: 'Priorities of topics in message queues, from 1 to 255. Messages with a higher priority are delivered first. Wildcards are not supported.',
        zh: '主题在消息队列中的优先级，取值 1 至 255，优先级高的消息先投递。不支持通配符。',
      },
    }),
    mqueue_default_priority: setting(
      choice({ highest: { en: 'Highest', zh: '最高' }, lowest: { en: 'Lowest', zh: '最低' } }),
      {
        default: 'lowest',
        label: { en: 'Default priority', zh: '默认优先级' },
        help: { en: 'Priority of topics that are not listed.', zh: '未列出的主题的优先级。' },
      },
    ),
    mqueue_store_qos0: setting(flag(), {
      default: true,
      label: { en: 'Queue QoS 0 messages', zh: '存储 QoS 0 消息' },
      help: {
        en: 'Keeps QoS 0 messages in the message queue while a client is offline or slow.',
        zh: '客户端离线或处理较慢时，将 QoS 0 消息存入消息队列。',
      },
    }),
    max_mqueue_len: setting(oneOf(infinity(), integer(0)), {
      default: 1000,
      label: { en: 'Max message queue length', zh: '最大消息队列长度' },
      help: {
        en: 'Maximum number of messages in the message queue of a client, per priority. If it is full, the oldest message is dropped. 0 means no limit.',
        zh: '客户端消息队列的最大消息数，按优先级分别计算。队列已满时丢弃最旧的消息。0 表示不限制。',
      },
    }),
    max_inflight: setting(integer(1, 65535), {
      default: 32,
      label: { en: 'Max inflight', zh: '最大飞行窗口' },
      help: {
        en: 'Maximum number of unacknowledged QoS 1 and 2 messages sent to a client, from 1 to 65,535.',
        zh: '允许同时发送给客户端且未确认的 QoS 1/2 消息数，取值 1 至 65535。',
      },
    }),
    max_subscriptions: setting(oneOf(infinity(), integer(1)), {
      default: 'infinity',
      label: { en: 'Max subscriptions', zh: '最大订阅数' },
      help: { en: 'Maximum number of subscriptions per client.', zh: '每个客户端允许的最大订阅数。' },
    }),
    upgrade_qos: setting(flag(), {
      default: false,
      label: { en: 'Upgrade QoS', zh: '升级 QoS' },
      help: {
        en: 'Delivers messages with the QoS of the subscription, even if they were published with a lower QoS.',
        zh: '投递时强制使用订阅的 QoS，即使消息以更低的 QoS 发布。',
      },
    }),
    await_rel_timeout: setting(duration(), {
      default: '300s',
      label: { en: 'PUBREL timeout', zh: 'PUBREL 等待超时' },
      help: {
        en: 'QoS 2 messages are dropped if PUBREL does not arrive within this time.',
        zh: '在此时间内未收到 PUBREL 的 QoS 2 消息会被丢弃。',
      },
    }),
  },
  ({ client_attrs_init }, refuse) => {
    const names = client_attrs_init.map(({ set_as_attr }) => set_as_attr)
    const again = names.findIndex((name, index) => names.indexOf(name) < index)
    if (again >= 0) refuse(`client_attrs_init.${again + 1}.set_as_attr`, 'is a duplicate')
  },
)
