import { choice, type Fields, headerMap, httpConnectionFields, integer, setting, url } from '@mqdeck/contract'

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
  get: setting(headerMap(), {
    ...headersAbout,
    default: defaultHeaders,
    help: {
      en: 'Sent with each request. Those of the connection itself are set by the broker.',
      zh: '每个请求携带的请求头；与连接本身有关的请求头由 Broker 设置。',
    },
  }),
  post: setting(headerMap(), {
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

export const httpFields = {
  ...httpConnectionFields,
  max_retries: setting(integer(0), {
    deprecated: true,
    advanced: true,
    label: { en: 'Retries', zh: '重试次数' },
    help: { en: 'Has no effect here.', zh: '在此不起作用。' },
  }),
} as const satisfies Fields
