import {
  type AnyStruct,
  choice,
  duration,
  flag,
  hostPort,
  infinity,
  integer,
  list,
  mapOf,
  nested,
  oneOf,
  type PlainValue,
  rate,
  type Struct,
  setting,
  struct,
  structKind,
  text,
  toPlain,
  type WireValue,
} from '../struct/index.ts'
import { accessRule } from './access-rule.ts'
import { noEffect, tcpOptions } from './tcp-options.ts'
import { quicTlsOptions, sslOptions, wssOptions } from './tls-options.ts'
import { websocketOptions } from './websocket.ts'

export const listenerTypes = ['tcp', 'ssl', 'ws', 'wss', 'quic'] as const
export type ListenerType = (typeof listenerTypes)[number]

/** Default ports in EMQX by listener type. */
export const defaultPorts: Readonly<Record<ListenerType, number>> = {
  tcp: 1883,
  ssl: 8883,
  ws: 8083,
  wss: 8084,
  quic: 14567,
}

const enable = setting(flag(), {
  default: true,
  label: { en: 'Enabled', zh: '启用' },
  help: {
    en: 'Disabled listeners accept no connections, even after a restart.',
    zh: '禁用的监听器不接受连接，重启后也保持禁用。',
  },
})

const bind = setting(hostPort('string'), {
  required: true,
  wire: { example: '127.0.0.1:80' },
  label: { en: 'Bind address', zh: '监听地址' },
  help: {
    en: 'Port, or address and port, for example 1883, 127.0.0.1:1883 or [::1]:1883. A change disconnects the clients of this listener.',
    zh: '端口，或地址与端口，例如 1883、127.0.0.1:1883、[::1]:1883。修改会断开该监听器的客户端。',
  },
})

const everyListener = {
  acceptors: setting(integer(1), {
    default: 16,
    label: { en: 'Acceptors', zh: '接收器数量' },
    help: noEffect('Number of processes that accept connections.', '接收连接的进程数。'),
    advanced: true,
  }),
  max_connections: setting(oneOf(integer(1), infinity()), {
    default: 'infinity',
    label: { en: 'Max connections', zh: '最大连接数' },
    help: {
      en: 'Maximum number of concurrent connections. Further connections are closed immediately.',
      zh: '最大并发连接数，超出的连接会立即关闭。',
    },
  }),
  max_conn_rate: setting(rate(), {
    default: 'infinity',
    wire: { example: '1000/s' },
    form: { type: 'rate' },
    label: { en: 'Max connection rate', zh: '最大连接速率' },
    help: {
      en: 'Maximum rate of new connections, for example 1000/s. Connections beyond it are closed immediately.',
      zh: '新连接的最大速率，例如 1000/s，超出的连接会立即关闭。',
    },
  }),
  messages_rate: setting(rate(), {
    wire: { example: '1000/s' },
    form: { type: 'rate' },
    label: { en: 'Message rate per client', zh: '每客户端消息速率' },
    help: {
      en: 'Maximum rate of messages that each client may publish, for example 1000/s. Faster clients are throttled. No messages are dropped.',
      zh: '每个客户端发布消息的最大速率，例如 1000/s。超出时客户端被限速，消息不会丢失。',
    },
  }),
  bytes_rate: setting(rate(), {
    wire: { example: '100MB/s' },
    form: { type: 'rate' },
    label: { en: 'Byte rate per client', zh: '每客户端流量速率' },
    help: {
      en: 'Maximum rate of data that each client may send, for example 100MB/s. Faster clients are throttled. No data is dropped.',
      zh: '每个客户端发送数据的最大速率，例如 100MB/s。超出时客户端被限速，数据不会丢失。',
    },
  }),
  mountpoint: setting(text({ maxBytes: 1024, pattern: /^[^+#\0]*$/, expects: 'a topic prefix without + and #' }), {
    default: '',
    label: { en: 'Mountpoint', zh: '挂载点' },
    help: {
      en: 'Prefix of every topic of the clients of this listener, invisible to them. ${clientid} and ${username} are replaced. Clients whose value is missing or contains +, # or / are rejected.',
      zh: '添加到该监听器客户端所有主题之前的前缀，客户端不可见。可使用 ${clientid} 和 ${username}，其值缺失或含有 +、# 或 / 的客户端会被拒绝。',
    },
  }),
  zone: setting(text({ pattern: /^[A-Za-z0-9_-]{1,256}$/, expects: 'the name of a zone' }), {
    default: 'default',
    label: { en: 'Zone', zh: '区域' },
    help: {
      en: 'Zone whose MQTT settings apply to the clients of this listener.',
      zh: '该监听器的客户端使用此区域的 MQTT 设置。',
    },
  }),
  enable_authn: setting(
    choice([true, false, 'quick_deny_anonymous'], {
      true: { en: 'Yes', zh: '是' },
      false: { en: 'No', zh: '否' },
      quick_deny_anonymous: { en: 'Reject anonymous clients', zh: '拒绝匿名客户端' },
    }),
    {
      default: true,
      label: { en: 'Authentication', zh: '认证' },
      help: {
        en: 'Authenticates clients. Clients without a username can be rejected before any authenticator runs.',
        zh: '是否对客户端进行认证。可在执行任何认证器之前直接拒绝没有用户名的客户端。',
      },
    },
  ),
}

const streamListener = {
  enable,
  bind,
  ...everyListener,
  access_rules: setting(list(accessRule()), {
    default: ['allow all'],
    label: { en: 'Access rules', zh: '访问规则' },
    help: {
      en: 'allow or deny, followed by all, an address or a network, for example deny 10.0.0.0/8. The first matching rule applies. If none matches, the connection is accepted. Behind a proxy, the address of the proxy is checked.',
      zh: 'allow 或 deny，后接 all、地址或网段，例如 deny 10.0.0.0/8。以第一条匹配的规则为准，均不匹配则允许连接。经过代理时匹配的是代理的地址。',
    },
  }),
  proxy_protocol: setting(flag(), {
    default: false,
    label: { en: 'PROXY protocol', zh: '代理协议' },
    help: {
      en: 'For listeners behind a proxy that sends the client address in a PROXY header, version 1 or 2. Connections without the header are closed. Any client can send the header, so allow only the proxy in the access rules.',
      zh: '用于代理之后的监听器，代理在 PROXY 头部（版本 1 或 2）中给出客户端地址。没有该头部的连接将被关闭。任何客户端都可以发送该头部，请在访问规则中只允许代理的地址。',
    },
  }),
  proxy_protocol_timeout: setting(duration({ min: '1ms' }), {
    default: '3s',
    label: { en: 'PROXY protocol timeout', zh: '代理协议超时' },
    help: { en: 'Maximum time to wait for the PROXY header.', zh: '等待 PROXY 头部的最长时间。' },
  }),
  tcp_options: nested(tcpOptions, { label: { en: 'TCP options', zh: 'TCP 选项' }, advanced: true }),
}

const websocket = nested(websocketOptions, { label: { en: 'WebSocket', zh: 'WebSocket' } })
const tlsLabel = { label: { en: 'TLS', zh: 'TLS' } } as const

/** MQTT over TCP. */
export const tcpListener = struct('emqx.mqtt_tcp_listener', streamListener)
/** MQTT over TLS. */
export const sslListener = struct('emqx.mqtt_ssl_listener', {
  ...streamListener,
  ssl_options: nested(sslOptions, tlsLabel),
})
/** MQTT over WebSocket. */
export const wsListener = struct('emqx.mqtt_ws_listener', { ...streamListener, websocket })
/** MQTT over WebSocket over TLS. */
export const wssListener = struct('emqx.mqtt_wss_listener', {
  ...streamListener,
  ssl_options: nested(wssOptions, tlsLabel),
  websocket,
})
/** MQTT over QUIC. */
export const quicListener = struct('emqx.mqtt_quic_listener', {
  enable,
  bind,
  ...everyListener,
  ciphers: setting(list(text()), {
    default: ['TLS_AES_256_GCM_SHA384', 'TLS_AES_128_GCM_SHA256', 'TLS_CHACHA20_POLY1305_SHA256'],
    label: { en: 'Cipher suites', zh: '加密套件' },
    help: noEffect(
      'Cipher suites of TLS 1.3. QUIC always offers all three.',
      'TLS 1.3 的加密套件，QUIC 始终提供全部三种。',
    ),
    advanced: true,
  }),
  ssl_options: nested(quicTlsOptions, tlsLabel),
})

/** The configuration of one listener, by type. */
export const listenerStructs = {
  tcp: tcpListener,
  ssl: sslListener,
  ws: wsListener,
  wss: wssListener,
  quic: quicListener,
} as const satisfies Record<ListenerType, AnyStruct>

/** The configuration of a listener in API format. */
export type ListenerWire<T extends ListenerType = ListenerType> = WireValue<(typeof listenerStructs)[T]>

/** A listener in plain units. Its ID is type and name: `tcp:default`. */
export type ListenerPlain<T extends ListenerType = ListenerType> = {
  [K in T]: { readonly type: K; readonly name: string } & Readonly<PlainValue<(typeof listenerStructs)[K]>>
}[T]

/** Converts a complete and validated configuration to plain units. */
export function toListener<T extends ListenerType>(type: T, name: string, wire: ListenerWire<T>): ListenerPlain<T> {
  // Struct and value have the same type parameter, which TypeScript cannot infer.
  const of = listenerStructs[type] as unknown as Struct
  return { type, name, ...toPlain(of, wire) } as unknown as ListenerPlain<T>
}

export const listenerId = ({ type, name }: Pick<ListenerPlain, 'type' | 'name'>) => `${type}:${name}`

/** Splits `tcp:default` into type and name; undefined if it is not a listener ID. */
export function parseListenerId(id: string): { readonly type: ListenerType; readonly name: string } | undefined {
  const [prefix, ...rest] = id.split(':')
  const type = listenerTypes.find((one) => one === prefix)
  const name = rest.join(':')
  return type && isListenerName(name) ? { type, name } : undefined
}

/** EMQX's rule of names in its configuration. */
export const isListenerName = (name: string) => /^[0-9A-Za-z][0-9A-Za-z_-]{0,254}$/.test(name)

const byName = <T extends ListenerType>(type: T, en: string) =>
  setting(mapOf('$name', structKind(listenerStructs[type] as unknown as Struct)), {
    default: {},
    label: { en, zh: `${type} 监听器` },
  })

/** The root `listeners`: by type, then by name. */
export const listeners = struct('emqx.listeners', {
  tcp: byName('tcp', 'TCP listeners'),
  ssl: byName('ssl', 'TLS listeners'),
  ws: byName('ws', 'WebSocket listeners'),
  wss: byName('wss', 'Secure WebSocket listeners'),
  quic: byName('quic', 'QUIC listeners'),
})
