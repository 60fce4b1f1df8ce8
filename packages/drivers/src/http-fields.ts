import {
  duration,
  type Fields,
  headerMap,
  integer,
  poolSizeField,
  secretText,
  setting,
  struct,
  structKind,
  template,
  tlsField,
} from '@mqdeck/contract'

const noEffect = { en: 'No effect on this broker.', zh: '在此服务端不起作用。' }

/** EMQX prints it for every connection and never reads it. */
export const httpRequest = struct('connector_http.request', {
  body: setting(secretText(), { label: { en: 'Body', zh: '请求体' }, help: noEffect }),
  headers: setting(headerMap(), {
    wire: { example: {}, is_template: true },
    label: { en: 'Headers', zh: '请求头' },
    help: noEffect,
  }),
  max_retries: setting(integer(0), { label: { en: 'Max retries', zh: '最大重试次数' }, help: noEffect }),
  method: setting(template(), { wire: { type: 'string' }, label: { en: 'Method', zh: '请求方式' }, help: noEffect }),
  path: setting(template(), { wire: { type: 'string' }, label: { en: 'Path', zh: '路径' }, help: noEffect }),
  request_timeout: setting(duration(), {
    wire: { example: '32s' },
    label: { en: 'Request timeout', zh: '请求超时' },
    help: noEffect,
  }),
})

/** Connection settings of HTTP servers, shared by authenticators, sources and connectors. */
export const httpConnectionFields = {
  connect_timeout: setting(duration({ min: '1ms' }), {
    default: '15s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Connect timeout', zh: '连接超时' },
    help: { en: 'Maximum time to open a connection.', zh: '建立连接的最长时间。' },
  }),
  enable_pipelining: setting(integer(1), {
    default: 100,
    advanced: true,
    label: { en: 'Pipelining', zh: 'HTTP 管道' },
    help: {
      en: 'Maximum number of requests in progress on one connection. With 1, each request waits for the previous response.',
      zh: '一个连接上可同时进行的最大请求数。设为 1 时，每个请求都等待前一个请求的响应。',
    },
  }),
  pool_size: poolSizeField,
  request: setting(structKind(httpRequest), {
    advanced: true,
    label: { en: 'Request', zh: '请求' },
    help: noEffect,
  }),
  retry_interval: setting(duration(), {
    wire: { example: '12m' },
    deprecated: true,
    advanced: true,
    label: { en: 'Retry interval', zh: '重试间隔' },
    help: noEffect,
  }),
  ssl: tlsField,
} as const satisfies Fields

/** Settings that determine the target of requests. */
interface Target {
  readonly url: string
  readonly ssl: { readonly enable: boolean }
}

/** Rejects addresses that EMQX rejects. */
export function checkHttpTarget({ url: given, ssl }: Target, refuse: (field: string, reason: string) => void): void {
  // Anything that is not a URL was rejected before.
  if (!URL.canParse(given)) return
  const { protocol, username, password, hostname, hash } = new URL(given)
  if (protocol !== 'http:' && protocol !== 'https:') refuse('url', 'must begin with http:// or https://')
  else if (/[${}]/.test(hostname)) refuse('url', 'must not contain placeholders before the path')
  else if (username !== '' || password !== '') refuse('url', 'must not contain a username or password')
  else if (hash !== '') refuse('url', 'must not contain a fragment (#)')
  else if (protocol === 'https:' && !ssl.enable)
    refuse('ssl.enable', "it's required to enable the TLS option to establish a https connection")
}
