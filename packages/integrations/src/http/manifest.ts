import {
  anyMap,
  checkHttpTarget,
  choice,
  duration,
  headerMap,
  httpConnectionFields,
  integer,
  setting,
  struct,
  template,
  text,
} from '@mqdeck/contract'
import type { IntegrationManifest } from '../port.ts'
import { actionOptions, connectorOptions } from '../resource-options.ts'

/** EMQX's. */
const defaultHeaders = {
  accept: 'application/json',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'content-type': 'application/json',
  'keep-alive': 'timeout=5',
} as const

const headersAbout = {
  default: defaultHeaders,
  wire: { is_template: true, example: {} },
  label: { en: 'Headers', zh: '请求头' },
} as const

const parameters = struct('bridge_http.parameters_opts', {
  path: setting(template(), {
    label: { en: 'Path', zh: '路径' },
    help: {
      en: "Goes behind the path of the connector's address, with its query; values of place holders are encoded.",
      zh: '接在连接器地址的路径之后，可包含查询参数；占位符的值会被编码。',
    },
  }),
  method: setting(choice(['post', 'put', 'get', 'delete']), {
    default: 'post',
    label: { en: 'Method', zh: '请求方式' },
  }),
  headers: setting(headerMap(), {
    ...headersAbout,
    help: {
      en: 'Beside those of the connector, and before them. Place holders may stand in names and values.',
      zh: '与连接器的请求头合并，同名时以此处为准；名称和值中可使用占位符。',
    },
  }),
  body: setting(template(), {
    label: { en: 'Body', zh: '请求体' },
    help: {
      en: 'With place holders; ${.} is everything the rule has selected, as JSON. Without a body, that is sent.',
      zh: '可使用占位符，${.} 表示规则选出的全部数据（JSON）。留空时即发送全部数据。',
    },
  }),
  max_retries: setting(integer(0), {
    default: 2,
    advanced: true,
    label: { en: 'Retries', zh: '重试次数' },
    help: {
      en: 'How often a request is repeated at once when its connection breaks, before the buffer waits.',
      zh: '连接中断时立即重发请求的次数，之后由缓存等待重试。',
    },
  }),
  request_timeout: setting(duration({ min: '1ms' }), {
    wire: { default: '15s', example: '32s' },
    deprecated: true,
    advanced: true,
    label: { en: 'Request timeout', zh: '请求超时' },
    help: { en: 'How long one answer may take.', zh: '等待单个响应的最长时间。' },
  }),
})

export const http = {
  type: 'http',
  label: { en: 'HTTP server', zh: 'HTTP 服务' },
  about: { en: 'Calls a web service, such as a webhook of yours.', zh: '调用 Web 服务，例如您的 Webhook。' },
  category: 'http',
  connector: {
    components: {
      post: 'bridge_http.post_connector',
      put: 'bridge_http.put_connector',
      get: 'bridge_http.get_connector',
    },
    fields: {
      url: setting(text(), {
        required: true,
        label: { en: 'URL', zh: 'URL' },
        help: {
          en: 'Address of the server; its path comes before that of each action.',
          zh: '服务器地址；其中的路径位于各动作的路径之前。',
        },
      }),
      headers: setting(headerMap(), {
        ...headersAbout,
        help: {
          en: 'Sent with each request. Those of the connection itself are set by the broker.',
          zh: '每个请求携带的请求头；与连接本身有关的请求头由服务端设置。',
        },
      }),
      ...httpConnectionFields,
      request: setting(anyMap(text()), {
        wire: { example: {} },
        deprecated: true,
        advanced: true,
        label: { en: 'Request', zh: '请求' },
        help: { en: 'Has no effect here.', zh: '在此不起作用。' },
      }),
      pool_type: setting(choice(['random', 'hash']), {
        default: 'random',
        advanced: true,
        label: { en: 'Choice of connection', zh: '连接池类型' },
        help: {
          en: 'random: the connection with the least to do. hash: requests of one client go over the same connection.',
          zh: 'random：使用最空闲的连接；hash：同一客户端的请求使用同一连接。',
        },
      }),
    },
    resourceOpts: connectorOptions('bridge_http.connector_resource_opts'),
    check(value, refuse) {
      const target = value as { readonly url: string; readonly ssl: { readonly enable: boolean } } // read as such
      if (URL.canParse(target.url)) checkHttpTarget(target, refuse)
      else refuse('url', 'must be an address such as http://host:8080/path')
    },
  },
  action: {
    components: {
      post: 'bridge_http.post_bridge_v2',
      put: 'bridge_http.put_bridge_v2',
      get: 'bridge_http.get_bridge_v2',
    },
    parameters: [parameters],
    resourceOpts: actionOptions('bridge_http.action_resource_opts'),
  },
} as const satisfies IntegrationManifest
