import {
  anyMap,
  choice,
  duration,
  type Fields,
  integer,
  setting,
  struct,
  structKind,
  template,
  text,
  url,
} from '@mqdeck/contract'
import { poolSizeField, tlsField } from '../connection-fields.ts'

/** Settings of how to ask an HTTP server, the same for authenticators and sources. */

/** EMQX's defaults, which its answers do not repeat. */
const defaultHeaders = {
  accept: 'application/json',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'keep-alive': 'timeout=30, max=1000',
} as const

const headersAbout = {
  wire: { example: {} },
  label: { en: 'Headers', zh: '请求头' },
}

export const headersField = {
  get: setting(anyMap(text()), {
    ...headersAbout,
    default: defaultHeaders,
    help: {
      en: 'Sent with each request. Those of the connection itself are set by the broker.',
      zh: '每个请求携带的请求头；与连接本身有关的请求头由 Broker 设置。',
    },
  }),
  post: setting(anyMap(text()), {
    ...headersAbout,
    default: { ...defaultHeaders, 'content-type': 'application/json' },
    help: {
      en: 'Sent with each request. content-type decides how the body is written: application/json or application/x-www-form-urlencoded.',
      zh: '每个请求携带的请求头。content-type 决定请求体的格式：application/json 或 application/x-www-form-urlencoded。',
    },
  }),
} as const

export const methodField = <M extends 'get' | 'post'>(method: M) =>
  setting(choice([method]), {
    required: true,
    label: { en: 'Method', zh: '请求方式' },
    help: {
      en: 'GET puts the body into the query of the address. A password stands in the logs of servers then: POST is better.',
      zh: 'GET 会把请求体放入地址的查询参数，密码可能因此出现在服务器日志中，建议使用 POST。',
    },
  })

export const urlField = setting(url(), {
  required: true,
  wire: { type: 'string' },
  label: { en: 'URL', zh: 'URL' },
  help: {
    en: 'Place holders may stand in the path and in the query; their values are encoded.',
    zh: '路径和查询参数中可使用占位符，其值会被编码。',
  },
})

export const bodyAbout = {
  label: { en: 'Body', zh: '请求体' },
  help: {
    en: 'Names and values of what is sent, with place holders such as ${username}, ${clientid}, ${password}, ${peerhost}.',
    zh: '发送内容的名称和值，可使用 ${username}、${clientid}、${password}、${peerhost} 等占位符。',
  },
}

export const requestTimeoutAbout = {
  label: { en: 'Request timeout', zh: '请求超时' },
  help: {
    en: 'How long an answer may take, waiting for a connection included.',
    zh: '等待响应的最长时间，包括等待连接的时间。',
  },
}

const noEffect = { en: 'Has no effect here.', zh: '在此不起作用。' }

/** Of connectors; EMQX prints it here, too, and never reads it. */
const request = struct('connector_http.request', {
  body: setting(text(), { label: { en: 'Body', zh: '请求体' }, help: noEffect }),
  headers: setting(anyMap(text()), {
    wire: { example: {}, is_template: true },
    label: { en: 'Headers', zh: '请求头' },
    help: noEffect,
  }),
  max_retries: setting(integer(0), { label: { en: 'Retries', zh: '重试次数' }, help: noEffect }),
  method: setting(template(), { wire: { type: 'string' }, label: { en: 'Method', zh: '请求方式' }, help: noEffect }),
  path: setting(template(), { wire: { type: 'string' }, label: { en: 'Path', zh: '路径' }, help: noEffect }),
  request_timeout: setting(duration(), {
    wire: { example: '32s' },
    label: { en: 'Request timeout', zh: '请求超时' },
    help: noEffect,
  }),
})

export const httpConnectionFields = {
  connect_timeout: setting(duration({ min: '1ms' }), {
    default: '15s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Connect timeout', zh: '连接超时' },
    help: { en: 'How long a connection may take to open.', zh: '建立连接的最长时间。' },
  }),
  enable_pipelining: setting(integer(1), {
    default: 100,
    advanced: true,
    label: { en: 'Pipelining', zh: 'HTTP 管道' },
    help: {
      en: 'Requests that may be under way on one connection; with 1 each waits for the answer to the one before.',
      zh: '一个连接上可同时发送的请求数；设为 1 时，每个请求都要等待前一个请求的响应。',
    },
  }),
  max_retries: setting(integer(0), {
    deprecated: true,
    advanced: true,
    label: { en: 'Retries', zh: '重试次数' },
    help: noEffect,
  }),
  pool_size: poolSizeField,
  request: setting(structKind(request), {
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

/** What of the settings says where requests go. */
interface Target {
  readonly url: string
  readonly ssl: { readonly enable: boolean }
}

/** Refuses addresses that EMQX refuses. */
export function checkTarget({ url: given, ssl }: Target, refuse: (field: string, reason: string) => void): void {
  // What is no address at all was refused already.
  if (!URL.canParse(given)) return
  const { protocol, username, password, hostname, hash } = new URL(given)
  if (protocol !== 'http:' && protocol !== 'https:') refuse('url', 'must begin with http:// or https://')
  else if (/[${}]/.test(hostname)) refuse('url', 'must have no place holders before its path')
  else if (username !== '' || password !== '') refuse('url', 'must have no user name and password in it')
  else if (hash !== '') refuse('url', 'must have no fragment (#) in it')
  else if (protocol === 'https:' && !ssl.enable)
    refuse('ssl.enable', "it's required to enable the TLS option to establish a https connection")
}
