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
import { localTopicField } from '../local-topic.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'
import { readServer } from './server.ts'

const point = struct('bridge_opents.action_parameters_data', {
  timestamp: setting(template(), {
    label: { en: 'Time', zh: '时间戳' },
    help: {
      en: 'Seconds or milliseconds; ${timestamp} unless given.',
      zh: '秒或毫秒；留空时为 ${timestamp}。',
    },
  }),
  metric: setting(template(), { required: true, label: { en: 'Metric', zh: '度量' } }),
  tags: setting(oneOf(template(), anyMap(text())), {
    required: true,
    wire: { example: {} },
    label: { en: 'Tags', zh: '标签' },
    help: {
      en: 'A place holder for an object, or names with values, both with place holders.',
      zh: '表示对象的占位符，或一组名称与值，两者均可使用占位符。',
    },
  }),
  value: setting(oneOf(template(), number(), integer()), {
    required: true,
    label: { en: 'Value', zh: '值' },
    help: { en: 'A number, or a place holder for one.', zh: '数值，或表示数值的占位符。' },
  }),
})

const parameters = struct('bridge_opents.action_parameters', {
  data: setting(list(structKind(point)), {
    default: [],
    label: { en: 'Points', zh: '数据点' },
    help: {
      en: 'Each message becomes these. Without any: one of its metric, tags, value and timestamp.',
      zh: '每条消息生成这些数据点；留空时由消息的 metric、tags、value 和 timestamp 生成一个。',
    },
  }),
})

export const opents = {
  type: 'opents',
  label: { en: 'OpenTSDB', zh: 'OpenTSDB' },
  about: {
    en: 'Writes points into OpenTSDB, or what speaks its HTTP API.',
    zh: '将数据点写入 OpenTSDB 或兼容其 HTTP API 的系统。',
  },
  category: 'time-series',
  connector: {
    components: { post: 'opents_connector.post', put: 'opents_connector.put', get: 'opents_connector.get' },
    fields: {
      server: setting(text(), {
        required: true,
        label: { en: 'URL', zh: '服务器地址' },
        help: {
          en: 'Such as http://127.0.0.1:4242; a path before /api/put may follow.',
          zh: '例如 http://127.0.0.1:4242，其后可加 /api/put 之前的路径。',
        },
      }),
      pool_size: poolSizeField,
      summary: setting(flag(), {
        default: true,
        advanced: true,
        label: { en: 'Summary', zh: '返回摘要' },
        help: { en: 'Answers say how many points were stored.', zh: '响应中包含已存储的数据点数。' },
      }),
      details: setting(flag(), {
        default: false,
        advanced: true,
        label: { en: 'Details', zh: '返回详情' },
        help: { en: 'Answers say why points were not stored.', zh: '响应中包含数据点未存储的原因。' },
      }),
    },
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
} as const satisfies IntegrationManifest
