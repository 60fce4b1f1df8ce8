import {
  type AnyStruct,
  duration,
  flag,
  hostPort,
  infinity,
  integer,
  list,
  nested,
  oneOf,
  type PlainValue,
  type Struct,
  setting,
  struct,
  structKind,
  text,
  toPlain,
  type WireValue,
} from '../struct/index.ts'
import { byteSize } from '../struct/quantities.ts'
import { accessRule } from './access-rule.ts'
import { isListenerName } from './listeners.ts'
import { noEffect, tcpOptions } from './tcp-options.ts'
import { sslOptions } from './tls-options.ts'

export const gatewayListenerTypes = ['tcp', 'ssl', 'udp', 'dtls'] as const
export type GatewayListenerType = (typeof gatewayListenerTypes)[number]

const mountpoint = text({ maxBytes: 1024, pattern: /^[^+#\0]*$/, expects: 'a topic prefix without + and #' })

/** Settings that all gateways have, besides their own. */
export const gatewayFields = {
  enable: setting(flag(), {
    default: true,
    label: { en: 'Enabled', zh: '启用' },
    help: {
      en: 'Disabled gateways accept no connections. Disabling a gateway disconnects its clients.',
      zh: '禁用的网关不接受连接。禁用网关会断开其客户端。',
    },
  }),
  enable_stats: setting(flag(), {
    default: true,
    label: { en: 'Statistics', zh: '统计' },
    help: {
      en: 'Counts packets, messages and bytes of each client.',
      zh: '统计每个客户端的报文数、消息数和字节数。',
    },
  }),
  idle_timeout: setting(duration({ min: '1ms' }), {
    default: '30s',
    wire: { example: '12m' },
    label: { en: 'Idle timeout', zh: '空闲超时' },
    help: {
      en: 'Maximum time in which a new connection must complete its first request. Later connections are closed. Default 30s.',
      zh: '新连接完成首次请求的最长时间，超时则关闭连接。默认 30 秒。',
    },
  }),
  mountpoint: setting(mountpoint, {
    default: '',
    label: { en: 'Mountpoint', zh: '挂载点' },
    help: {
      en: 'Prefix of every topic of the clients of this gateway, invisible to them. ${clientid} and ${username} are replaced. Clients whose value is missing or contains +, # or / are rejected.',
      zh: '添加到该网关客户端所有主题之前的前缀，客户端不可见。可使用 ${clientid} 和 ${username}，其值缺失或含有 +、# 或 / 的客户端会被拒绝。',
    },
  }),
}

const everyListener = {
  enable: setting(flag(), {
    default: true,
    label: { en: 'Enabled', zh: '启用' },
    help: {
      en: 'Disabled listeners accept no connections, even after a restart.',
      zh: '禁用的监听器不接受连接，重启后也保持禁用。',
    },
  }),
  bind: setting(hostPort('string'), {
    required: true,
    wire: { example: '127.0.0.1:80' },
    label: { en: 'Bind address', zh: '监听地址' },
    help: {
      en: 'Port, or address and port, for example 1883, 127.0.0.1:1883 or [::1]:1883. A change disconnects the clients of this listener.',
      zh: '端口，或地址与端口，例如 1883、127.0.0.1:1883、[::1]:1883。修改会断开该监听器的客户端。',
    },
  }),
  max_connections: setting(oneOf(integer(1), infinity()), {
    default: 1024,
    label: { en: 'Max connections', zh: '最大连接数' },
    help: {
      en: 'Maximum number of concurrent clients. Further clients are rejected. Default 1024.',
      zh: '最大并发客户端数，超出的客户端被拒绝。默认 1024。',
    },
  }),
  max_conn_rate: setting(integer(1), {
    default: 1000,
    label: { en: 'Max connection rate', zh: '最大连接速率' },
    help: {
      en: 'Maximum number of new connections per second. Connections beyond it are rejected. Default 1000.',
      zh: '每秒最多接受的新连接数，超出的连接被拒绝。默认 1000。',
    },
  }),
  enable_authn: setting(flag(), {
    default: true,
    label: { en: 'Authentication', zh: '认证' },
    help: {
      en: 'Authenticates clients with the authenticator of this listener, or of the gateway if the listener has none.',
      zh: '使用该监听器的认证器对客户端进行认证；监听器没有认证器时使用网关的认证器。',
    },
  }),
  mountpoint: setting(mountpoint, {
    label: { en: 'Mountpoint', zh: '挂载点' },
    help: {
      en: 'Replaces the mountpoint of the gateway for the clients of this listener.',
      zh: '对该监听器的客户端取代网关的挂载点。',
    },
  }),
  access_rules: setting(list(accessRule()), {
    default: [],
    label: { en: 'Access rules', zh: '访问规则' },
    help: {
      en: 'allow or deny, followed by all, an address or a network, for example deny 10.0.0.0/8. The first matching rule applies. If none matches, the connection is accepted.',
      zh: 'allow 或 deny，后接 all、地址或网段，例如 deny 10.0.0.0/8。以第一条匹配的规则为准，均不匹配则允许连接。',
    },
  }),
}

const acceptors = setting(integer(1), {
  default: 16,
  label: { en: 'Acceptors', zh: '接收器数量' },
  help: noEffect('Number of processes that accept connections.', '接收连接的进程数。'),
  advanced: true,
})

const streamListener = {
  ...everyListener,
  acceptors,
  proxy_protocol: setting(flag(), {
    default: false,
    label: { en: 'PROXY protocol', zh: '代理协议' },
    help: {
      en: 'For listeners behind a proxy that sends the client address in a PROXY header, version 1 or 2. Connections without the header are closed.',
      zh: '用于代理之后的监听器，代理在 PROXY 头部（版本 1 或 2）中给出客户端地址。没有该头部的连接将被关闭。',
    },
  }),
  proxy_protocol_timeout: setting(duration({ min: '1ms' }), {
    default: '3s',
    wire: { example: '12m' },
    label: { en: 'PROXY protocol timeout', zh: '代理协议超时' },
    help: { en: 'Maximum time to wait for the PROXY header.', zh: '等待 PROXY 头部的最长时间。' },
  }),
  tcp_options: nested(tcpOptions, { label: { en: 'TCP options', zh: 'TCP 选项' }, advanced: true }),
}

const buffer = (en: string, zh: string) =>
  setting(byteSize({ min: '1' }), {
    wire: { example: '32MB' },
    label: { en, zh },
    help: {
      en: 'Size of the buffer of the operating system, for example 1MB. By default, the operating system decides.',
      zh: '操作系统缓冲区的大小，例如 1MB。默认由操作系统决定。',
    },
    advanced: true,
  })

/** Options of a UDP socket. */
export const udpOptions = struct('gateway.udp_opts', {
  active_n: setting(integer(0), {
    default: 100,
    label: { en: 'Active N', zh: 'Active N' },
    help: noEffect('Number of datagrams read at a time.', '每次读取的数据报数。'),
    advanced: true,
  }),
  recbuf: buffer('Receive buffer', '接收缓冲区'),
  sndbuf: buffer('Send buffer', '发送缓冲区'),
  buffer: setting(byteSize(), {
    wire: { example: '32MB' },
    label: { en: 'User buffer', zh: '用户态缓冲区' },
    help: noEffect('Size of the read buffer.', '读缓冲区的大小。'),
    advanced: true,
  }),
  reuseaddr: setting(flag(), {
    default: true,
    label: { en: 'Reuse address', zh: '地址重用' },
    help: noEffect('A port that is already in use is always an error.', '端口被占用时始终报错。'),
    advanced: true,
  }),
})

const healthCheck = struct(
  'gateway.udp_health_check',
  {
    request: setting(text({ maxBytes: 1024 }), {
      label: { en: 'Request', zh: '请求' },
      help: {
        en: 'Content of a datagram of a load balancer that checks this listener. Without it, there are no health checks.',
        zh: '负载均衡器检查该监听器时发送的数据报内容。不填写则没有健康检查。',
      },
    }),
    reply: setting(text({ maxBytes: 1024 }), {
      label: { en: 'Reply', zh: '应答' },
      help: {
        en: 'Content of the reply to a health check. At most three times as long as the request.',
        zh: '健康检查应答的内容，长度不能超过请求的三倍。',
      },
    }),
  },
  ({ request = '', reply = '' }, refuse) => {
    // The sender of a datagram can be forged: attackers could use a listener with longer replies to flood other hosts.
    if (byteLength(reply) > 3 * byteLength(request))
      refuse('reply', 'must be at most three times as long as the request')
  },
)

const byteLength = (value: string) => new TextEncoder().encode(value).length

const datagramListener = {
  ...everyListener,
  udp_options: nested(udpOptions, { label: { en: 'UDP options', zh: 'UDP 选项' }, advanced: true }),
  health_check: setting(structKind(healthCheck), { label: { en: 'Health check', zh: '健康检查' }, advanced: true }),
}

/** TLS of DTLS listeners. */
export const dtlsOptions = struct(
  'gateway.dtls_opts',
  {
    ...sslOptions.fields,
    versions: setting(list(text({ pattern: /^dtlsv1(?:\.2)?$/, expects: 'one of dtlsv1.2, dtlsv1' })), {
      default: ['dtlsv1.2'],
      label: { en: 'DTLS versions', zh: 'DTLS 版本' },
      help: {
        en: 'DTLS versions that clients may use. Default dtlsv1.2.',
        zh: '客户端可使用的 DTLS 版本。默认 dtlsv1.2。',
      },
    }),
  },
  ({ versions, verify, fail_if_no_peer_cert, enable_crl_check }, refuse) => {
    if (versions.length === 0) refuse('versions', 'must contain at least one version')
    if (fail_if_no_peer_cert && verify !== 'verify_peer')
      refuse('fail_if_no_peer_cert', 'requires verify to be verify_peer')
    if (enable_crl_check && verify !== 'verify_peer') refuse('enable_crl_check', 'requires verify to be verify_peer')
  },
)

const tls = { label: { en: 'TLS', zh: 'TLS' } } as const

/** The configuration of one listener of a gateway, by type. */
export const gatewayListenerStructs = {
  tcp: struct('gateway.tcp_listener', streamListener),
  ssl: struct('gateway.ssl_listener', { ...streamListener, ssl_options: nested(sslOptions, tls) }),
  udp: struct('gateway.udp_listener', datagramListener),
  dtls: struct('gateway.dtls_listener', {
    ...datagramListener,
    acceptors,
    dtls_options: nested(dtlsOptions, { label: { en: 'DTLS', zh: 'DTLS' } }),
  }),
} as const satisfies Record<GatewayListenerType, AnyStruct>

/** The configuration of a listener of a gateway in API format. */
export type GatewayListenerWire<T extends GatewayListenerType = GatewayListenerType> = WireValue<
  (typeof gatewayListenerStructs)[T]
>

/** A listener in plain units. */
export type GatewayListenerPlain<T extends GatewayListenerType = GatewayListenerType> = {
  [K in T]: { readonly type: K; readonly name: string } & Readonly<PlainValue<(typeof gatewayListenerStructs)[K]>>
}[T]

/** Converts a complete and validated configuration to plain units. */
export function toGatewayListener<T extends GatewayListenerType>(
  type: T,
  name: string,
  wire: GatewayListenerWire<T>,
): GatewayListenerPlain<T> {
  // Struct and value have the same type parameter, which TypeScript cannot infer.
  const of = gatewayListenerStructs[type] as unknown as Struct
  return { type, name, ...toPlain(of, wire) } as unknown as GatewayListenerPlain<T>
}

/** `stomp:tcp:default` */
export const gatewayListenerId = (gateway: string, type: string, name: string) => `${gateway}:${type}:${name}`

/** Splits `stomp:tcp:default`; undefined unless it has three parts and a type that some gateway has. */
export function parseGatewayListenerId(
  id: string,
): { readonly gateway: string; readonly type: GatewayListenerType; readonly name: string } | undefined {
  const [gateway = '', prefix, name = '', ...more] = id.split(':')
  const type = gatewayListenerTypes.find((one) => one === prefix)
  return type && more.length === 0 && gateway !== '' && isListenerName(name) ? { gateway, type, name } : undefined
}
