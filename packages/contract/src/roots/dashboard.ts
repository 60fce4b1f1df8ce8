import {
  duration,
  flag,
  hostPort,
  integer,
  type Kind,
  nested,
  setting,
  struct,
  structKind,
  text,
} from '../struct/index.ts'
import { noEffect } from './tcp-options.ts'
import { dashboardTls } from './tls-options.ts'

const bind = (example: string) =>
  setting(hostPort(), {
    default: 0,
    label: { en: 'Address and port', zh: '监听地址' },
    help: {
      en: 'Where the dashboard listens, such as 127.0.0.1:18083; 0 turns the listener off. A change takes effect at once.',
      zh: '控制台的监听地址，例如 127.0.0.1:18083；0 表示关闭。修改后立即生效。',
    },
    wire: { example },
  })

/** What both have. */
const webListener = {
  num_acceptors: setting(integer(1, 65535, { unprinted: true }), {
    default: 2,
    label: { en: 'Acceptors', zh: '接收器数量' },
    help: noEffect('Processes that take connections.', '接收连接的进程数。'),
    advanced: true,
  }),
  max_connections: setting(integer(1, undefined, { unprinted: true }), {
    default: 512,
    label: { en: 'Max connections', zh: '最大连接数' },
    help: { en: 'Connections at the same time.', zh: '同时允许的最大连接数。' },
  }),
  backlog: setting(integer(1, 65535, { unprinted: true }), {
    default: 1024,
    label: { en: 'Backlog', zh: '等待队列长度' },
    help: { en: 'Connections that may wait to be accepted.', zh: '等待接受的连接数。' },
    advanced: true,
  }),
  send_timeout: setting(duration({ min: '1s' }), {
    default: '10s',
    label: { en: 'Send timeout', zh: '发送超时' },
    help: noEffect('How long an answer may take to be read.', '读取应答的最长时间。'),
    advanced: true,
  }),
  inet6: setting(flag(), {
    default: false,
    label: { en: 'IPv6', zh: 'IPv6' },
    help: {
      en: 'Without an address: listen on every IPv6 address too.',
      zh: '未指定地址时，同时监听所有 IPv6 地址。',
    },
    advanced: true,
  }),
  ipv6_v6only: setting(flag(), {
    default: false,
    label: { en: 'IPv6 only', zh: '仅 IPv6' },
    help: { en: 'An IPv6 address does not take IPv4 connections.', zh: 'IPv6 监听不接受 IPv4 连接。' },
    advanced: true,
  }),
  proxy_header: setting(flag(), {
    default: false,
    label: { en: 'PROXY protocol', zh: '代理协议' },
    help: {
      en: 'Not supported by the dashboard; put the proxy in front of it with HTTP.',
      zh: '控制台不支持代理协议，请使用 HTTP 反向代理。',
    },
    advanced: true,
  }),
}

const refuseProxyHeader = (
  { proxy_header }: { readonly proxy_header: boolean },
  refuse: (field: string, reason: string) => void,
) => {
  if (proxy_header) refuse('proxy_header', 'must be false: the dashboard does not read the PROXY protocol')
}

/** The dashboard over http. */
export const dashboardHttp = struct(
  'dashboard.http',
  { bind: bind('0.0.0.0:18083'), ...webListener },
  refuseProxyHeader,
)

/** The dashboard over https. */
export const dashboardHttps = struct(
  'dashboard.https',
  {
    bind: bind('0.0.0.0:18084'),
    ssl_options: setting(structKind(dashboardTls), {
      required: true,
      label: { en: 'TLS', zh: 'TLS' },
    }),
    ...webListener,
  },
  refuseProxyHeader,
)

const listeners = struct('dashboard.listeners', {
  http: setting(structKind(dashboardHttp), {
    label: { en: 'HTTP', zh: 'HTTP' },
    wire: { description: 'TCP listeners' },
  }),
  https: setting(structKind(dashboardHttps), {
    label: { en: 'HTTPS', zh: 'HTTPS' },
    wire: { description: 'SSL listeners' },
  }),
})

/** Shown as `******`, though EMQX does not declare it as a password. */
const firstPassword = (): Kind<string> => ({ ...text(), secret: true })

/** Root `dashboard`: the dashboard's own listeners and logins. */
export const dashboard = struct(
  'dashboard.dashboard',
  {
    listeners: nested(listeners, {
      label: { en: 'Listeners', zh: '监听器' },
      help: { en: 'Where dashboard and API can be reached.', zh: '控制台与 API 的访问地址。' },
    }),
    default_password: setting(firstPassword(), {
      default: 'public',
      required: true,
      readOnly: true,
      label: { en: 'First password', zh: '初始密码' },
      help: {
        en: 'Of the first user when it is created; change it with the user. Set by dashboard.default_password before the first start.',
        zh: '首个用户创建时的密码，请在用户管理中修改。首次启动前由 dashboard.default_password 设定。',
      },
    }),
    token_expired_time: setting(duration({ min: '1m' }), {
      default: '60m',
      label: { en: 'Login expires after', zh: '登录有效期' },
      help: {
        en: 'A login ends after this time without a request. Holds for logins from now on and for those that stand.',
        zh: '超过此时间没有请求则登录失效，对已有登录同样生效。',
      },
    }),
    cors: setting(flag(), {
      default: false,
      label: { en: 'Other origins', zh: '跨域访问' },
      help: {
        en: 'Web pages of other origins may call the API (CORS).',
        zh: '允许其他来源的网页调用 API（CORS）。',
      },
    }),
    swagger_support: setting(flag(), {
      default: true,
      label: { en: 'API description', zh: 'API 文档' },
      help: {
        en: 'Serve the OpenAPI document at /api-docs/swagger.json.',
        zh: '在 /api-docs/swagger.json 提供 OpenAPI 文档。',
      },
    }),
  },
  ({ listeners: { http, https } }, refuse) => {
    if (isOff(http?.bind) && isOff(https?.bind))
      refuse('listeners', 'must leave one listener on: nobody could reach the dashboard to turn it on again')
  },
)

/** EMQX's 0 turns a listener off; with an address, port 0 takes a free one. */
const isOff = (value: string | number | undefined) => value === undefined || String(value) === '0'
