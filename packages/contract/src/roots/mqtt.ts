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
  oneOf,
  qosLevel,
  setting,
  struct,
  structKind,
  symbol,
  text,
} from '../struct/index.ts'
import { variform } from '../variform/kind.ts'

/** One attribute that a client gets when it connects. */
export const clientAttrsInit = struct(
  'emqx.client_attrs_init',
  {
    expression: setting(variform(), {
      label: { en: 'Expression', zh: '表达式' },
      help: {
        en: "Computed when a client connects, from clientid, username, password, peerhost, zone, cn, dn, peersni or user_property.*: nth(1, tokens(clientid, '-')). When it fails or is empty, the client goes without the attribute.",
        zh: "在客户端连接时根据 clientid、username、password、peerhost、zone、cn、dn、peersni 或 user_property.* 计算，例如 nth(1, tokens(clientid, '-'))。计算失败或结果为空时不设置该属性。",
      },
    }),
    set_as_attr: setting(
      text({ pattern: /^[A-Za-z0-9][\w-]{0,254}$/, expects: 'at most 255 letters, digits, - and _' }),
      {
        label: { en: 'Attribute', zh: '属性名' },
        help: {
          en: 'Name of the attribute, used as ${client_attrs.NAME} in templates.',
          zh: '属性的名称，在模板中以 ${client_attrs.NAME} 引用。',
        },
      },
    ),
  },
  ({ expression, set_as_attr }, refuse) => {
    if (expression === undefined) refuse('expression', 'is required')
    if (set_as_attr === undefined) refuse('set_as_attr', 'is required')
  },
)

const sharedStrategies = [
  'random',
  'round_robin',
  'round_robin_per_group',
  'sticky',
  'local',
  'hash_topic',
  'hash_clientid',
] as const
const certificateParts = ['disabled', 'cn', 'dn', 'crt', 'pem', 'md5'] as const

/** The MQTT protocol's limits and switches of a zone (`/configs/global_zone`, root `mqtt`). */
export const mqtt = struct(
  'emqx.mqtt',
  {
    idle_timeout: setting(oneOf(duration(), infinity()), {
      default: '15s',
      label: { en: 'Idle timeout', zh: '空闲超时' },
      help: {
        en: 'A connection that does not send CONNECT within this time is closed.',
        zh: '连接建立后在此时间内未发送 CONNECT 报文将被关闭。',
      },
      advanced: true,
    }),
    // A packet cannot be longer (MQTT 5, 2.1.4).
    max_packet_size: setting(byteSize({ min: '1', max: '268435455' }), {
      default: '1MB',
      label: { en: 'Max packet size', zh: '最大报文大小' },
      help: {
        en: 'Longest MQTT packet that is accepted. A client that sends a longer one is disconnected.',
        zh: '允许接收的最大 MQTT 报文。发送更大报文的客户端会被断开。',
      },
    }),
    max_clientid_len: setting(integer(23, 65535), {
      default: 65535,
      label: { en: 'Max client ID length', zh: '最大客户端 ID 长度' },
      help: { en: 'In bytes. Longer ones are refused.', zh: '单位为字节，更长的客户端 ID 会被拒绝。' },
    }),
    max_topic_levels: setting(integer(1, 65535), {
      default: 128,
      label: { en: 'Max topic levels', zh: '最大主题层级' },
      help: { en: 'Most levels a topic or a filter may have.', zh: '主题或主题过滤器允许的最大层级数。' },
    }),
    max_topic_alias: setting(integer(0, 65535), {
      default: 65535,
      label: { en: 'Max topic aliases', zh: '最大主题别名数' },
      help: {
        en: 'MQTT 5: topic aliases a client may use; 0 forbids them.',
        zh: 'MQTT 5：客户端可使用的主题别名数，0 表示禁用。',
      },
    }),
    retain_available: setting(flag(), {
      default: true,
      label: { en: 'Retained messages', zh: '保留消息' },
      help: {
        en: 'Whether clients may publish retained messages. One that does all the same is disconnected.',
        zh: '是否允许客户端发布保留消息，不允许时仍然发布的客户端会被断开。',
      },
    }),
    wildcard_subscription: setting(flag(), {
      default: true,
      label: { en: 'Wildcard subscriptions', zh: '通配符订阅' },
      help: { en: 'Whether filters may contain + and #.', zh: '主题过滤器是否可包含 + 和 #。' },
    }),
    shared_subscription: setting(flag(), {
      default: true,
      label: { en: 'Shared subscriptions', zh: '共享订阅' },
      help: {
        en: 'Whether clients may subscribe to $share/GROUP/FILTER.',
        zh: '是否允许订阅 $share/组名/主题过滤器。',
      },
    }),
    shared_subscription_strategy: setting(choice(sharedStrategies), {
      default: 'round_robin',
      label: { en: 'Shared subscription strategy', zh: '共享订阅分发策略' },
      help: {
        en: 'Which member of a group gets a message. The same for all zones: that of the global one counts.',
        zh: '消息分发给共享订阅组中哪一个成员。所有区域相同，以全局区域的设置为准。',
      },
    }),
    shared_subscription_initial_sticky_pick: setting(choice(['random', 'local', 'hash_topic', 'hash_clientid']), {
      default: 'random',
      label: { en: 'First pick of the sticky strategy', zh: '粘性策略的初始选择' },
      help: {
        en: 'How the strategy sticky chooses the member that it keeps. The same for all zones, too.',
        zh: 'sticky 策略如何选出首个成员，同样以全局区域的设置为准。',
      },
      advanced: true,
    }),
    exclusive_subscription: setting(flag(), {
      default: false,
      label: { en: 'Exclusive subscriptions', zh: '排它订阅' },
      help: {
        en: 'Whether clients may subscribe to $exclusive/TOPIC, which only one client holds at a time.',
        zh: '是否允许订阅 $exclusive/主题，同一主题同时只能有一个订阅者。',
      },
    }),
    ignore_loop_deliver: setting(flag(), {
      default: false,
      label: { en: 'Ignore own messages', zh: '忽略自己发布的消息' },
      help: {
        en: 'MQTT 3: a client does not get the messages that it published itself, as No Local does in MQTT 5.',
        zh: 'MQTT 3：客户端不会收到自己发布的消息，类似 MQTT 5 的 No Local。',
      },
    }),
    strict_mode: setting(flag(), {
      default: false,
      label: { en: 'Strict mode', zh: '严格模式' },
      help: {
        en: 'Refuses what the protocol leaves to the server: control characters in texts, and in MQTT 3 a password without a username.',
        zh: '拒绝协议交由服务端决定的内容：文本中的控制字符，以及 MQTT 3 中没有用户名的密码。',
      },
      advanced: true,
    }),
    response_information: setting(text({ maxBytes: 65_535, pattern: /^[^\0]*$/, expects: 'text without a zero' }), {
      default: '',
      label: { en: 'Response information', zh: '响应信息' },
      help: {
        en: 'MQTT 5: sent to clients that request it; empty: nothing is sent.',
        zh: 'MQTT 5：客户端请求时返回的响应信息，为空则不返回。',
      },
      advanced: true,
    }),
    server_keepalive: setting(oneOf(symbol('disabled'), integer(1, 65535, { unprinted: 'maximum' })), {
      default: 'disabled',
      label: { en: 'Server keep alive', zh: '服务端保活时间' },
      help: {
        en: 'Seconds. Replaces what clients ask for.',
        zh: '单位为秒，覆盖客户端请求的保活时间。',
      },
    }),
    keepalive_multiplier: setting(number(1, 100), {
      default: 1.5,
      label: { en: 'Keep alive multiplier', zh: '保活超时系数' },
      help: {
        en: 'A client is gone when it was silent for its keep alive times this factor.',
        zh: '客户端静默时间超过保活时间乘以该系数后视为离线。',
      },
    }),
    keepalive_check_interval: setting(duration({ min: '1s' }), {
      default: '30s',
      label: { en: 'Keep alive check interval', zh: '保活检查间隔' },
      help: {
        en: "The step in which a client's silence is measured; never longer than half of its keep alive.",
        zh: '度量客户端静默时间的步长，不超过客户端保活时间的一半。',
      },
      advanced: true,
    }),
    retry_interval: setting(oneOf(duration(), infinity()), {
      default: 'infinity',
      label: { en: 'Retry interval', zh: '重传间隔' },
      help: {
        en: 'When QoS 1 and 2 messages that were not acknowledged are sent again; infinity: only after a reconnect.',
        zh: '未确认的 QoS 1/2 消息的重传间隔；infinity 表示仅在重连后重传。',
      },
    }),
    use_username_as_clientid: setting(flag(), {
      default: false,
      label: { en: 'Username as client ID', zh: '使用用户名作为客户端 ID' },
      help: {
        en: 'The username takes the place of the client ID. An empty one is refused.',
        zh: '用用户名替换客户端 ID，空用户名会被拒绝。',
      },
    }),
    peer_cert_as_username: setting(choice(certificateParts), {
      default: 'disabled',
      label: { en: 'Certificate as username', zh: '证书作为用户名' },
      help: {
        en: "Which part of the client's TLS certificate becomes the username: its common name, its subject, itself in base64 (crt, pem) or its MD5. Without a certificate the username of CONNECT stands.",
        zh: '使用客户端 TLS 证书的哪一部分作为用户名：通用名、主题、证书本身的 base64（crt、pem）或其 MD5。没有证书时使用 CONNECT 中的用户名。',
      },
    }),
    peer_cert_as_clientid: setting(choice(certificateParts), {
      default: 'disabled',
      label: { en: 'Certificate as client ID', zh: '证书作为客户端 ID' },
      help: {
        en: 'The same for the client ID.',
        zh: '同上，用于客户端 ID。',
      },
    }),
    client_attrs_init: setting(list(structKind(clientAttrsInit)), {
      default: [],
      label: { en: 'Client attributes', zh: '客户端属性' },
      help: {
        en: 'Attributes computed for each client when it connects, for use in templates and rules of access.',
        zh: '客户端连接时计算的属性，可用于模板和访问规则。',
      },
    }),
    clientid_override: setting(oneOf(variform(), symbol('disabled')), {
      default: 'disabled',
      label: { en: 'Client ID override', zh: '客户端 ID 覆盖' },
      help: {
        en: "An expression whose result takes the place of the client ID, such as concat([username, '-', clientid]); client_attrs.* are known to it too. When it fails or is empty, the client ID stays.",
        zh: "表达式的结果将替换客户端 ID，例如 concat([username, '-', clientid])，还可使用 client_attrs.*。计算失败或结果为空时保留原客户端 ID。",
      },
      advanced: true,
    }),
    session_expiry_interval: setting(duration(), {
      default: '2h',
      label: { en: 'Session expiry interval', zh: '会话过期间隔' },
      help: {
        en: 'How long the session of a disconnected MQTT 3 client is kept; MQTT 5 clients say it themselves.',
        zh: '断开连接的 MQTT 3 客户端会话的保留时间；MQTT 5 客户端由其自行指定。',
      },
    }),
    message_expiry_interval: setting(oneOf(infinity(), duration()), {
      default: 'infinity',
      label: { en: 'Message expiry interval', zh: '消息过期间隔' },
      help: {
        en: 'Messages that bring no expiry of their own are dropped once they have waited this long for a client.',
        zh: '未携带过期时间的消息为客户端排队超过此时间后丢弃。',
      },
    }),
    max_awaiting_rel: setting(oneOf(infinity(), integer(0)), {
      default: 100,
      label: { en: 'Max awaiting PUBREL', zh: '最大待释放数' },
      help: {
        en: 'QoS 2 messages of a client that may wait for their PUBREL; announced to MQTT 5 clients as Receive Maximum. 0: no limit.',
        zh: '每个客户端等待 PUBREL 的 QoS 2 消息的最大数量，并作为接收最大值告知 MQTT 5 客户端。0 表示不限制。',
      },
    }),
    max_qos_allowed: setting(qosLevel(), {
      default: 2,
      label: { en: 'Max QoS', zh: '最大 QoS' },
      help: { en: 'Highest QoS a client may publish with.', zh: '客户端发布消息可用的最高 QoS。' },
    }),
    mqueue_priorities: setting(oneOf(anyMap(integer(1, 255)), symbol('disabled')), {
      default: 'disabled',
      label: { en: 'Topic priorities', zh: '主题优先级' },
      help: {
        en: 'Topics, without wildcards, with a priority from 1 to 255: queued messages of higher ones are delivered first.',
        zh: '主题（不含通配符）的优先级，取值 1 至 255，队列中优先级高的消息先投递。',
      },
    }),
    mqueue_default_priority: setting(choice(['highest', 'lowest']), {
      default: 'lowest',
      label: { en: 'Default priority', zh: '默认优先级' },
      help: { en: 'Priority of topics that are not listed.', zh: '未列出的主题的优先级。' },
    }),
    mqueue_store_qos0: setting(flag(), {
      default: true,
      label: { en: 'Queue QoS 0', zh: '存储 QoS 0 消息' },
      help: {
        en: 'Whether QoS 0 messages wait in the queue of a client that is offline or slow.',
        zh: '客户端离线或处理较慢时是否将 QoS 0 消息存入队列。',
      },
    }),
    max_mqueue_len: setting(oneOf(infinity(), integer(0)), {
      default: 1000,
      label: { en: 'Max queue length', zh: '最大消息队列长度' },
      help: {
        en: 'Messages that wait for a client at most, of each priority; the oldest make room. 0: no limit.',
        zh: '为客户端排队的最大消息数，按优先级分别计算，超出时丢弃最旧的消息。0 表示不限制。',
      },
    }),
    max_inflight: setting(integer(1, 65535), {
      default: 32,
      label: { en: 'Max inflight', zh: '最大飞行窗口' },
      help: {
        en: 'QoS 1 and 2 messages that may be on their way to a client without acknowledgement.',
        zh: '允许同时发送给客户端且未确认的 QoS 1/2 消息数。',
      },
    }),
    max_subscriptions: setting(oneOf(infinity(), integer(1)), {
      default: 'infinity',
      label: { en: 'Max subscriptions', zh: '最大订阅数' },
      help: { en: 'Subscriptions a client may have.', zh: '每个客户端允许的最大订阅数。' },
    }),
    upgrade_qos: setting(flag(), {
      default: false,
      label: { en: 'Upgrade QoS', zh: '升级 QoS' },
      help: {
        en: 'Messages are delivered with the QoS of the subscription even where they were published with a lower one.',
        zh: '投递时强制使用订阅的 QoS，即使消息以更低的 QoS 发布。',
      },
    }),
    await_rel_timeout: setting(duration(), {
      default: '300s',
      label: { en: 'PUBREL timeout', zh: 'PUBREL 等待超时' },
      help: {
        en: 'A QoS 2 message is given up when its PUBREL does not come within this time.',
        zh: '在此时间内未收到 PUBREL 的 QoS 2 消息将被放弃。',
      },
    }),
  },
  ({ client_attrs_init }, refuse) => {
    const names = client_attrs_init.map(({ set_as_attr }) => set_as_attr)
    const again = names.findIndex((name, index) => names.indexOf(name) < index)
    if (again >= 0) refuse(`client_attrs_init.${again + 1}.set_as_attr`, 'is there already')
  },
)
