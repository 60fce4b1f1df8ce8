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
      en: 'Address and port of the dashboard, for example 127.0.0.1:18083. 0 disables the listener. A change takes effect immediately.',
      zh: '控制台的监听地址，例如 127.0.0.1:18083；0 表示关闭。修改后立即生效。',
    },
    wire: { example },
  })

/** Shared settings of HTTP and HTTPS. */
const webListener = {
  num_acceptors: setting(integer(1, 65535, { unprinted: true }), {
    default: 2,
    label: { en: 'Acceptors', zh: '接收器数量' },
    help: noEffect('Number of processes that accept connections.', '接收连接的进程数。'),
    advanced: true,
  }),
  max_connections: setting(integer(1, undefined, { unprinted: true }), {
    default: 512,
    label: { en: 'Max connections', zh: '最大连接数' },
    help: { en: 'Maximum number of concurrent connections.', zh: '最大并发连接数。' },
  }),
  backlog: setting(integer(1, 65535, { unprinted: true }), {
    default: 1024,
    label: { en: 'Backlog', zh: '等待队列长度' },
    help: { en: 'Maximum number of connections that wait to be accepted.', zh: '等待接受的最大连接数。' },
    advanced: true,
  }),
  send_timeout: setting(duration({ min: '1s' }), {
    default: '10s',
    label: { en: 'Send timeout', zh: '发送超时' },
    help: noEffect('Maximum time for a client to read a response.', '读取应答的最长时间。'),
    advanced: true,
  }),
  inet6: setting(flag(), {
    default: false,
    label: { en: 'IPv6', zh: 'IPv6' },
    help: {
      en: 'If no address is set, also listens on all IPv6 addresses.',
      zh: '未指定地址时，同时监听所有 IPv6 地址。',
    },
    advanced: true,
  }),
  ipv6_v6only: setting(flag(), {
    default: false,
    label: { en: 'IPv6 only', zh: '仅 IPv6' },
    help: { en: 'Sockets on IPv6 addresses accept no IPv4 connections.', zh: 'IPv6 监听不接受 IPv4 连接。' },
    advanced: true,
  }),
  proxy_header: setting(flag(), {
    default: false,
    label: { en: 'PROXY protocol', zh: '代理协议' },
    help: {
      en: 'Not supported by the dashboard. Use an HTTP reverse proxy instead.',
      zh: '控制台不支持代理协议，请使用 HTTP 反向代理。',
    },
    advanced: true,
  }),
}

const refuseProxyHeader = (
  { proxy_header }: { readonly proxy_header: boolean },
  refuse: (field: string, reason: string) => void,
) => {
  if (proxy_header) refuse('proxy_header', 'must be false because the dashboard does not support the PROXY protocol')
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

/** Shown as `******`, although EMQX does not declare it as a password. */
const initialPassword = (): Kind<string> => ({ ...text(), secret: true })

/** Root `dashboard`: listeners of the dashboard and sign-in. */
export const dashboard = struct(
  'dashboard.dashboard',
  {
    listeners: nested(listeners, {
      label: { en: 'Listeners', zh: '监听器' },
      help: { en: 'Addresses of the dashboard and the API.', zh: '控制台与 API 的访问地址。' },
    }),
    default_password: setting(initialPassword(), {
      default: 'public',
      required: true,
      readOnly: true,
      label: { en: 'Initial password', zh: '初始密码' },
      help: {
        en: "Password of the first user at the first start, set by dashboard.default_password. Change it later in the user's settings.",
        zh: '首个用户在首次启动时的密码，由 dashboard.default_password 设定。之后请在用户管理中修改。',
      },
    }),
    token_expired_time: setting(duration({ min: '1m' }), {
      default: '60m',
      label: { en: 'Sign-in timeout', zh: '登录有效期' },
      help: {
        en: 'Users are signed out after this time without a request, at least 1 min. Also applies to users who are already signed in.',
        zh: '超过此时间没有请求的用户会退出登录，至少 1 分钟。对已登录的用户同样生效。',
      },
    }),
    cors: setting(flag(), {
      default: false,
      label: { en: 'Cross-origin requests', zh: '跨域访问' },
      help: {
        en: 'Allows web pages of other origins to call the API (CORS).',
        zh: '允许其他来源的网页调用 API（CORS）。',
      },
    }),
    swagger_support: setting(flag(), {
      default: true,
      label: { en: 'API documentation', zh: 'API 文档' },
      help: {
        en: 'Serves the OpenAPI document at /api-docs/swagger.json.',
        zh: '在 /api-docs/swagger.json 提供 OpenAPI 文档。',
      },
    }),
  },
  ({ listeners: { http, https } }, refuse) => {
    if (isOff(http?.bind) && isOff(https?.bind))
      refuse('listeners', 'must keep one listener enabled, otherwise the dashboard cannot be reached')
  },
)

/** In EMQX, 0 disables a listener. With an address, port 0 selects a free port. */
const isOff = (value: string | number | undefined) => value === undefined || String(value) === '0'
