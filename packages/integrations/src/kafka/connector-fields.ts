import {
  byteSize,
  choice,
  clientTls,
  duration,
  flag,
  nested,
  noEffect,
  off,
  oneOf,
  secret,
  serverAddresses,
  setting,
  struct,
  structKind,
  symbol,
  tcpKeepalive,
  text,
} from '@mqdeck/contract'

/** Connection settings of producers and consumers. */

const kerberos = struct('bridge_kafka.auth_gssapi_kerberos', {
  kerberos_principal: setting(text(), { required: true, label: { en: 'Principal', zh: 'Kerberos 主体' } }),
  kerberos_keytab_file: setting(text(), { required: true, label: { en: 'Keytab file', zh: 'Keytab 文件' } }),
})

const usernamePassword = struct('bridge_kafka.auth_username_password', {
  mechanism: setting(
    choice({
      plain: { en: 'PLAIN', zh: 'PLAIN' },
      scram_sha_256: { en: 'SCRAM-SHA-256', zh: 'SCRAM-SHA-256' },
      scram_sha_512: { en: 'SCRAM-SHA-512', zh: 'SCRAM-SHA-512' },
    }),
    {
      required: true,
      label: { en: 'Mechanism', zh: '认证机制' },
      help: {
        en: 'The mechanism plain sends the password unencrypted. Use it only with TLS.',
        zh: 'plain 机制以明文发送密码，应仅与 TLS 一起使用。',
      },
    },
  ),
  username: setting(text(), { required: true, label: { en: 'Username', zh: '用户名' } }),
  password: setting(secret(), {
    required: true,
    wire: { example: 'R4ND0M/S∃CЯ∃T' },
    label: { en: 'Password', zh: '密码' },
  }),
})

const socketOptions = struct('bridge_kafka.socket_opts', {
  sndbuf: setting(byteSize(), {
    default: '1MB',
    wire: { example: '32MB' },
    label: { en: 'Send buffer', zh: '发送缓冲区' },
    help: noEffect('Size of the buffer of the operating system.', '操作系统发送缓冲区的大小。'),
  }),
  recbuf: setting(byteSize(), {
    default: '1MB',
    wire: { example: '32MB' },
    label: { en: 'Receive buffer', zh: '接收缓冲区' },
    help: noEffect('Size of the buffer of the operating system.', '操作系统接收缓冲区的大小。'),
  }),
  nodelay: setting(flag(), {
    default: true,
    label: { en: 'No delay', zh: '禁用延迟发送' },
    help: { en: 'Sends small packets immediately (TCP_NODELAY).', zh: '小报文立即发送（TCP_NODELAY）。' },
  }),
  tcp_keepalive: setting(tcpKeepalive(), {
    default: 'none',
    label: { en: 'TCP keep alive', zh: 'TCP 保活' },
    help: {
      en: 'Probes idle connections. Either none, or IDLE,INTERVAL,PROBES in seconds. Only IDLE is used. The operating system sets the interval and number of probes.',
      zh: '探测空闲连接。可为 none，或以秒为单位的“空闲,间隔,次数”。仅使用空闲时间，间隔和次数由操作系统决定。',
    },
  }),
})

/** The same fields as elsewhere, and a name for the default. */
const tlsFields = {
  ...clientTls.fields,
  server_name_indication: setting(oneOf(text(), off('disable'), symbol('auto', { en: 'Automatic', zh: '自动' })), {
    default: 'auto',
    wire: { example: 'auto' },
    label: { en: 'Server name', zh: '服务器名称（SNI）' },
    help: {
      en: 'Required name in the certificates of all brokers. With auto, each certificate must contain the host name of its broker. With disable, the name is not checked.',
      zh: '所有 Broker 的证书中须有的名称。auto 为各 Broker 的主机名，disable 表示不检查名称。',
    },
    advanced: true,
  }),
} as const

const tls = struct('bridge_kafka.ssl_client_opts', tlsFields)

export const kafkaConnectorFields = {
  bootstrap_hosts: setting(serverAddresses(9092), {
    required: true,
    label: { en: 'Bootstrap hosts', zh: '引导服务器' },
    help: {
      en: 'Addresses of some brokers, separated by commas. The other brokers are found through them. Default port 9092.',
      zh: '部分 Broker 的地址，以逗号分隔，其余 Broker 通过它们发现。默认端口 9092。',
    },
  }),
  connect_timeout: setting(duration({ min: '1ms' }), {
    default: '5s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Connect timeout', zh: '连接超时' },
    help: {
      en: 'Maximum time to connect to a broker, including authentication.',
      zh: '连接一个 Broker 的最长时间，包括认证。',
    },
  }),
  min_metadata_refresh_interval: setting(duration(), {
    default: '3s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Min metadata refresh interval', zh: '元数据最小刷新间隔' },
    help: noEffect(
      'Minimum time between metadata requests. Metadata is refreshed when a partition moves and at the interval of the action.',
      '两次元数据请求之间的最短时间。分区迁移时以及按动作设定的间隔刷新元数据。',
    ),
  }),
  metadata_request_timeout: setting(duration({ min: '1ms' }), {
    default: '5s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Metadata timeout', zh: '元数据请求超时' },
    help: { en: 'Maximum time to wait for the response to a health check.', zh: '等待健康检查响应的最长时间。' },
  }),
  authentication: setting(oneOf(structKind(kerberos), structKind(usernamePassword), off('none')), {
    default: 'none',
    label: { en: 'Authentication', zh: '认证' },
    help: { en: 'This broker does not support Kerberos.', zh: '本服务端不支持 Kerberos。' },
  }),
  socket_opts: nested(socketOptions, { advanced: true, label: { en: 'Socket options', zh: '套接字选项' } }),
  health_check_topic: setting(text(), {
    label: { en: 'Health check topic', zh: '健康检查主题' },
    help: {
      en: 'Each partition of this topic must have a leader. Default: the check passes if any broker responds.',
      zh: '该主题的每个分区都必须有 Leader。默认只要有 Broker 响应即通过检查。',
    },
  }),
  ssl: nested(tls, { label: { en: 'TLS', zh: 'TLS' } }),
} as const

/** These services require TLS and SASL PLAIN. */
const required = setting(choice([true]), { default: true, label: { en: 'Enabled', zh: '启用' } })
/** EMQX's schema does not show the two hidden fields, but its default sets the first one. */
const confluentTls = {
  ...tlsFields,
  enable: setting(choice([true]), { hidden: true, label: { en: 'Enabled', zh: '启用' } }),
  verify: setting(choice({ verify_peer: { en: 'Verify certificate', zh: '验证对端证书' } }), {
    hidden: true,
    label: { en: 'Verify peer', zh: '验证对端' },
  }),
}

export const confluentConnectorFields = {
  ...kafkaConnectorFields,
  authentication: setting(
    structKind(
      struct('confluent.auth_username_password', {
        username: setting(text(), { required: true, label: { en: 'API key', zh: 'API Key' } }),
        password: setting(secret(), { required: true, label: { en: 'API secret', zh: 'API Secret' } }),
      }),
    ),
    { required: true, label: { en: 'Authentication', zh: '认证' } },
  ),
  ssl: nested(struct('confluent.ssl_client_opts', confluentTls), { label: { en: 'TLS', zh: 'TLS' } }),
} as const

export const eventHubConnectorFields = {
  ...kafkaConnectorFields,
  authentication: setting(
    structKind(
      struct('bridge_azure_event_hub.auth_username_password', {
        password: setting(secret(), {
          required: true,
          label: { en: 'Connection string', zh: '连接字符串' },
          help: {
            en: 'Connection string of the Event Hubs namespace or of one event hub.',
            zh: 'Event Hubs 命名空间或单个 Event Hub 的连接字符串。',
          },
        }),
      }),
    ),
    { required: true, label: { en: 'Authentication', zh: '认证' } },
  ),
  ssl: nested(struct('bridge_azure_event_hub.ssl_client_opts', { ...tlsFields, enable: required }), {
    label: { en: 'TLS', zh: 'TLS' },
  }),
} as const
