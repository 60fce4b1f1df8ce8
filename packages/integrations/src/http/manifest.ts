import {
  anyMap,
  choice,
  duration,
  headerMap,
  integer,
  setting,
  struct,
  structKind,
  template,
  text,
} from '@mqdeck/contract'
import { checkHttpTarget, httpConnectionFields, httpRequest } from '@mqdeck/drivers/catalog'
import { bridgeNames } from '../bridges/names.ts'
import { localTopicField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { actionOptions, connectorOptions } from '../resource-options.ts'

/** Defaults of EMQX. */
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
      en: 'Appended to the URL of the connector. May contain a query. Placeholder values are URL-encoded.',
      zh: '接在连接器的 URL 之后，可包含查询参数。占位符的值会进行 URL 编码。',
    },
  }),
  method: setting(
    choice({
      post: { en: 'POST', zh: 'POST' },
      put: { en: 'PUT', zh: 'PUT' },
      get: { en: 'GET', zh: 'GET' },
      delete: { en: 'DELETE', zh: 'DELETE' },
    }),
    {
      default: 'post',
      label: { en: 'Method', zh: '请求方式' },
    },
  ),
  headers: setting(headerMap(), {
    ...headersAbout,
    help: {
      en: 'Added to the headers of the connector and override headers of the same name. Placeholders are allowed in names and values.',
      zh: '与连接器的请求头合并，同名时以此处为准。名称和值中可使用占位符。',
    },
  }),
  body: setting(template(), {
    label: { en: 'Body', zh: '请求体' },
    help: {
      en: 'Body of the request. Placeholders are allowed. ${.} is the complete result of the rule as JSON. Default: the complete result.',
      zh: '请求的内容。可使用占位符，${.} 表示规则的完整结果（JSON）。默认为完整结果。',
    },
  }),
  max_retries: setting(integer(0), {
    default: 2,
    advanced: true,
    label: { en: 'Retries', zh: '重试次数' },
    help: {
      en: 'Number of immediate retries after the connection is lost. Then the buffer retries the request.',
      zh: '连接中断后立即重试的次数，之后由缓存重试请求。',
    },
  }),
  request_timeout: setting(duration({ min: '1ms' }), {
    wire: { default: '15s', example: '32s' },
    deprecated: true,
    advanced: true,
    label: { en: 'Request timeout', zh: '请求超时' },
    help: { en: 'Maximum time to wait for a response.', zh: '等待响应的最长时间。' },
  }),
})

const { inside: requestSecrets } = structKind(httpRequest)

export const http = {
  type: 'http',
  label: { en: 'HTTP server', zh: 'HTTP 服务' },
  about: { en: 'Sends HTTP requests to a web service.', zh: '向 Web 服务发送 HTTP 请求。' },
  category: 'http',
  mark: 'H',
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
          en: 'Address of the server. Its path is the prefix of the path of each action.',
          zh: '服务器地址，其路径为各动作路径的前缀。',
        },
      }),
      headers: setting(headerMap(), {
        ...headersAbout,
        help: {
          en: 'Sent with each request. The broker sets connection headers such as Host.',
          zh: '每个请求携带的请求头。Host 等连接相关的请求头由服务端设置。',
        },
      }),
      ...httpConnectionFields,
      request: setting(
        { ...anyMap(text()), ...(requestSecrets && { inside: requestSecrets }) },
        {
          wire: { example: {} },
          deprecated: true,
          advanced: true,
          label: { en: 'Request', zh: '请求' },
          help: { en: 'No effect on this broker.', zh: '在此服务端不起作用。' },
        },
      ),
      pool_type: setting(
        choice({ random: { en: 'Random', zh: '随机' }, hash: { en: 'Hash of client ID', zh: '按客户端 ID 哈希' } }),
        {
          default: 'random',
          advanced: true,
          label: { en: 'Connection selection', zh: '连接池类型' },
          help: {
            en: 'With random, requests use the least busy connection. With hash, requests of a client always use the same connection.',
            zh: 'random 使用最空闲的连接，hash 使同一客户端的请求始终使用同一连接。',
          },
        },
      ),
    },
    example: { url: 'http://127.0.0.1:8080' },
    resourceOpts: connectorOptions('bridge_http.connector_resource_opts'),
    check(value, refuse) {
      const target = value as { readonly url: string; readonly ssl: { readonly enable: boolean } } // already parsed
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
    // Only bridges of the first version show it, as in EMQX.
    fields: { local_topic: { ...localTopicField, hidden: true } },
    parameters: [parameters],
    example: { parameters: { method: 'post', body: '${.}' } },
    resourceOpts: actionOptions('bridge_http.action_resource_opts'),
  },
  bridges: [
    {
      type: 'webhook',
      hasBothNames: true,
      ...bridgeNames('bridge_http'),
      options: 'bridge_http.v1_resource_opts',
      parameters: { path: '', headers: {} },
    },
  ],
} as const satisfies IntegrationManifest
