import {
  anyMap,
  flag,
  integer,
  list,
  number,
  oneOf,
  poolSizeField,
  setting,
  struct,
  structKind,
  template,
  text,
} from '@mqdeck/contract'
import { bridgeNames, descriptionFields, plainBridgeOptions } from '../bridges/names.ts'
import { localTopicField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const point = struct('bridge_opents.action_parameters_data', {
  timestamp: setting(template(), {
    label: { en: 'Timestamp', zh: '时间戳' },
    help: {
      en: 'Timestamp in seconds or milliseconds. Default ${timestamp}.',
      zh: '以秒或毫秒为单位的时间戳，默认为 ${timestamp}。',
    },
  }),
  metric: setting(template(), {
    required: true,
    label: { en: 'Metric', zh: '度量' },
    help: { en: 'Name of the metric. Placeholders are allowed.', zh: '度量的名称，可使用占位符。' },
  }),
  tags: setting(oneOf(template(), anyMap(text())), {
    required: true,
    wire: { example: {} },
    label: { en: 'Tags', zh: '标签' },
    help: {
      en: 'Placeholder for an object, or names and values with placeholders.',
      zh: '表示对象的占位符，或一组名称与值，两者均可使用占位符。',
    },
  }),
  value: setting(oneOf(template(), number(), integer()), {
    required: true,
    label: { en: 'Value', zh: '值' },
    help: { en: 'Number, or a placeholder for a number.', zh: '数值，或表示数值的占位符。' },
  }),
})

const parameters = struct('bridge_opents.action_parameters', {
  data: setting(list(structKind(point)), {
    default: [],
    label: { en: 'Points', zh: '数据点' },
    help: {
      en: 'Points created from each message. Default: one point with the metric, tags, value and timestamp of the message.',
      zh: '由每条消息生成的数据点。默认由消息的 metric、tags、value 和 timestamp 生成一个。',
    },
  }),
})

export const opents = {
  type: 'opents',
  label: { en: 'OpenTSDB', zh: 'OpenTSDB' },
  about: {
    en: 'Writes points to OpenTSDB, or to systems that support its HTTP API.',
    zh: '将数据点写入 OpenTSDB 或支持其 HTTP API 的系统。',
  },
  category: 'time-series',
  mark: 'Ot',
  connector: {
    components: { post: 'opents_connector.post', put: 'opents_connector.put', get: 'opents_connector.get' },
    fields: {
      server: setting(text(), {
        required: true,
        label: { en: 'URL', zh: '服务器地址' },
        help: {
          en: 'Address of the server, such as http://127.0.0.1:4242. May contain a path that precedes /api/put.',
          zh: '服务器地址，例如 http://127.0.0.1:4242，可包含 /api/put 之前的路径。',
        },
      }),
      pool_size: poolSizeField,
      summary: setting(flag(), {
        default: true,
        advanced: true,
        label: { en: 'Summary', zh: '返回摘要' },
        help: { en: 'Each response contains the number of stored points.', zh: '要求响应中包含已存储的数据点数。' },
      }),
      details: setting(flag(), {
        default: false,
        advanced: true,
        label: { en: 'Details', zh: '返回详情' },
        help: {
          en: 'Each response contains the errors of points that were not stored.',
          zh: '要求响应中包含数据点未存储的原因。',
        },
      }),
    },
    example: { server: 'http://127.0.0.1:4242' },
    resourceOpts: connectorOptions('opents_connector.connector_resource_opts'),
    check: ({ server }, refuse) => {
      if (typeof server === 'string' && !readServer(server))
        refuse('server', 'must be an address such as http://127.0.0.1:4242')
    },
  },
  action: {
    components: {
      post: 'bridge_opents.post_bridge_v2',
      put: 'bridge_opents.put_bridge_v2',
      get: 'bridge_opents.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [parameters],
    resourceOpts: batchActionOptions('actions_and_sources.action_resource_opts'),
  },
  bridges: [
    {
      type: 'opents',
      ...bridgeNames('bridge_opents'),
      options: plainBridgeOptions,
      without: [...descriptionFields, 'local_topic', 'data'],
    },
  ],
} as const satisfies IntegrationManifest

/** Parses `http://127.0.0.1:4242` or `127.0.0.1` with the default port. Undefined if the address is invalid. */
export function readServer(text: string): { readonly origin: string; readonly path: string } | undefined {
  const hasScheme = /^https?:\/\//i.test(text)
  const given = hasScheme ? text : `http://${text}`
  if (!URL.canParse(given) || (!hasScheme && text.includes('://'))) return undefined
  const url = new URL(given)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  if (!hasScheme && url.port === '') url.port = '4242'
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}
