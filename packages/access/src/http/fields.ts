import { choice, type Fields, headerMap, integer, setting, url } from '@mqdeck/contract'
import { httpConnectionFields } from '@mqdeck/drivers/catalog'

/** Request settings for HTTP, shared by authenticators and source. */

/** The defaults of EMQX, which its API responses do not contain. */
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
  get: setting(headerMap(), {
    ...headersAbout,
    default: defaultHeaders,
    help: {
      en: 'Sent with each request. Headers of the connection itself are set by the broker.',
      zh: '每个请求携带的请求头；与连接本身有关的请求头由服务端设置。',
    },
  }),
  post: setting(headerMap(), {
    ...headersAbout,
    default: { ...defaultHeaders, 'content-type': 'application/json' },
    help: {
      en: 'Headers of each request. content-type sets the format of the body: application/json or application/x-www-form-urlencoded.',
      zh: '每个请求携带的请求头。content-type 决定请求体的格式：application/json 或 application/x-www-form-urlencoded。',
    },
  }),
} as const

export const methodField = <M extends 'get' | 'post'>(method: M) =>
  setting(choice([method], { get: { en: 'GET', zh: 'GET' }, post: { en: 'POST', zh: 'POST' } }), {
    required: true,
    label: { en: 'Method', zh: '请求方式' },
    help: {
      en: 'GET sends the body in the query string, where server logs may record passwords. Prefer POST.',
      zh: 'GET 会把请求体放入查询参数，密码可能被记录到服务器日志中，建议使用 POST。',
    },
  })

export const urlField = setting(url(), {
  required: true,
  wire: { type: 'string' },
  label: { en: 'URL', zh: 'URL' },
  help: {
    en: 'Placeholders are allowed in the path and in the query string. Their values are encoded.',
    zh: '路径和查询参数中可使用占位符，其值会被编码。',
  },
})

export const bodyAbout = {
  label: { en: 'Body', zh: '请求体' },
  help: {
    en: 'Names and values of the request body. Placeholders such as ${username}, ${clientid}, ${password} and ${peerhost} are allowed.',
    zh: '请求体的名称和值，可使用 ${username}、${clientid}、${password}、${peerhost} 等占位符。',
  },
}

export const requestTimeoutAbout = {
  label: { en: 'Request timeout', zh: '请求超时' },
  help: {
    en: 'Maximum time to wait for a response, including the wait for a connection.',
    zh: '等待响应的最长时间，包括等待连接的时间。',
  },
}

export const httpFields = {
  ...httpConnectionFields,
  max_retries: setting(integer(0), {
    deprecated: true,
    advanced: true,
    label: { en: 'Retries', zh: '重试次数' },
    help: { en: 'No effect on this broker.', zh: '在此服务端不起作用。' },
  }),
} as const satisfies Fields
