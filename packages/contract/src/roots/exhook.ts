import { isIpAddress } from '../fields/text.ts'
import {
  byteSize,
  choice,
  duration,
  flag,
  identityOf,
  integer,
  list,
  nested,
  oneOf,
  setting,
  struct,
  structKind,
  text,
} from '../struct/index.ts'
import { clientTls } from './client-tls.ts'
import { noEffect } from './tcp-options.ts'

/** Maximum number of ExHook servers. */
export const maxExHookServers = 64

const socketOptions = struct('exhook.socket_options', {
  keepalive: setting(flag(), {
    default: true,
    label: { en: 'TCP keep alive', zh: 'TCP 保活' },
    help: {
      en: 'Detects connections to a server that no longer exists.',
      zh: '发现对端已不存在的连接。',
    },
    advanced: true,
  }),
  nodelay: setting(flag(), {
    default: true,
    label: { en: 'No delay', zh: '禁用延迟发送' },
    help: noEffect(
      'Sends small packets immediately instead of combining them (TCP_NODELAY). Always enabled.',
      '小报文立即发送，不作合并（TCP_NODELAY）。始终启用。',
    ),
    advanced: true,
  }),
  recbuf: setting(byteSize(), {
    wire: { example: '64KB' },
    label: { en: 'Receive buffer', zh: '接收缓冲区' },
    help: noEffect(
      'Size of the receive buffer, which the operating system selects.',
      '接收缓冲区的大小，由操作系统自行选择。',
    ),
    advanced: true,
  }),
  sndbuf: setting(byteSize(), {
    wire: { example: '16KB' },
    label: { en: 'Send buffer', zh: '发送缓冲区' },
    help: noEffect(
      'Size of the send buffer, which the operating system selects.',
      '发送缓冲区的大小，由操作系统自行选择。',
    ),
    advanced: true,
  }),
})

/** TLS of ExHook servers: the settings of all outgoing connections, under EMQX's name. */
const tls = struct('exhook.ssl_conf', clientTls.fields, ({ versions }, refuse) => {
  if (versions.length === 0) refuse('versions', 'must contain at least one version')
})

/** An ExHook server: a gRPC service of the user that the broker calls when something happens. */
export const exhookServer = struct(
  'exhook.server_config',
  {
    name: setting(
      text({
        maxBytes: 256,
        pattern: /^[A-Za-z0-9]+[A-Za-z0-9-_]*$/,
        expects: 'letters, digits, - and _, beginning with a letter or digit',
      }),
      {
        required: true,
        label: { en: 'Name', zh: '名称' },
        help: {
          en: 'Letters, digits, - and _, beginning with a letter or digit. It cannot be changed later.',
          zh: '由字母、数字、- 和 _ 组成，以字母或数字开头，创建后不可修改。',
        },
        wire: { example: 'default' },
      },
    ),
    enable: setting(flag(), {
      default: true,
      label: { en: 'Enabled', zh: '启用' },
      help: {
        en: 'The broker calls only enabled servers. Disabling a server unloads its hooks.',
        zh: '服务端只调用已启用的服务器。禁用会卸载其钩子。',
      },
    }),
    url: setting(text({ maxBytes: 2048 }), {
      required: true,
      label: { en: 'URL', zh: 'URL' },
      help: {
        en: 'Address of the gRPC server, with scheme, host and port. Use https:// for TLS.',
        zh: 'gRPC 服务器的地址，须含协议、主机和端口。使用 TLS 时以 https:// 开头。',
      },
      wire: { example: 'http://127.0.0.1:9000' },
    }),
    request_timeout: setting(duration({ min: '1ms', max: '24h' }), {
      default: '5s',
      label: { en: 'Request timeout', zh: '请求超时' },
      help: {
        en: 'Maximum time to wait for a response. A call without a response in time has failed.',
        zh: '等待响应的最长时间，超时的调用视为失败。',
      },
      wire: { example: '12m' },
    }),
    failed_action: setting(choice({ deny: { en: 'Deny', zh: '拒绝' }, ignore: { en: 'Ignore', zh: '忽略' } }), {
      default: 'deny',
      label: { en: 'Failed action', zh: '失败时的动作' },
      help: {
        en: 'Effect of a failed call. deny rejects the connection, the operation or the message. ignore continues without the server.',
        zh: '调用失败时的处理。deny 拒绝该连接、操作或消息；ignore 视同没有该服务器并继续。',
      },
    }),
    ssl: nested(tls, {
      label: { en: 'TLS', zh: 'TLS' },
      help: { en: 'Applies to https:// addresses.', zh: '用于 https:// 地址。' },
    }),
    socket_options: nested(socketOptions, {
      from: { keepalive: true, nodelay: true },
      label: { en: 'Socket options', zh: '套接字选项' },
    }),
    auto_reconnect: setting(
      oneOf(duration({ min: '100ms', max: '24h' }), choice([false], { false: { en: 'Never', zh: '从不' } })),
      {
        default: '60s',
        label: { en: 'Automatic reconnect', zh: '自动重连' },
        help: {
          en: 'Time between attempts to reconnect, or false for none.',
          zh: '两次重连之间的时间；false 表示不自动重连。',
        },
        wire: { example: '12m' },
      },
    ),
    pool_size: setting(integer(1, 1024, { unprinted: 'maximum' }), {
      default: 8,
      label: { en: 'Pool size', zh: '连接池大小' },
      help: {
        en: 'Number of connections to the server, up to 1024. The calls of one client use the same connection, in order.',
        zh: '与服务器的连接数，最多 1024。同一客户端的调用按顺序使用同一连接。',
      },
    }),
  },
  ({ url, ssl }, refuse) => {
    const parsed = parseExHookUrl(url)
    if (!parsed) refuse('url', 'must be a URL with scheme, host and port, such as http://127.0.0.1:9000')
    else if (ssl.enable && !parsed.isTls) refuse('url', 'must begin with https:// if TLS is enabled')
  },
)

/** Where an ExHook server listens. Undefined if the URL has no port, another scheme, or more than an address. */
export function parseExHookUrl(
  url: string,
): { readonly isTls: boolean; readonly host: string; readonly port: number } | undefined {
  const match = /^(https?):\/\/(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})\/?$/i.exec(url)
  const [, scheme = '', six, name = '', digits] = match ?? []
  const port = Number(digits)
  if (!match || port < 1 || port > 65_535) return undefined
  if (six !== undefined ? !isIpAddress(six) : /^[\d.]+$/.test(name) && !isIpAddress(name)) return undefined
  return { isTls: scheme.toLowerCase() === 'https', host: six ?? name, port }
}

/** Root `exhook`: servers in the order in which they are called. */
export const exhook = struct(
  'exhook.exhook',
  {
    servers: setting(list({ ...structKind(exhookServer), identify: identityOf('name') }), {
      default: [],
      label: { en: 'ExHook servers', zh: 'ExHook 服务器' },
      help: { en: 'Servers in the order in which they are called.', zh: '按调用顺序排列的服务器。' },
    }),
  },
  ({ servers }, refuse) => {
    if (servers.length > maxExHookServers) refuse('servers', `must have at most ${maxExHookServers} servers`)
    const names = servers.map(({ name }) => name)
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice !== undefined) refuse('servers', `must not contain the name ${twice} twice`)
  },
)
