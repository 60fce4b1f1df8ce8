import {
  choice,
  completed,
  duration,
  integer,
  list,
  secret,
  setting,
  struct,
  structKind,
  template,
  text,
  variants,
} from '@mqdeck/contract'
import { checkServerUrl, localTopicField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const modeLabel = { en: 'Upload mode', zh: '上传方式' }

const direct = struct('action_azure_blob_storage.direct_parameters', {
  mode: setting(choice({ direct: { en: 'Direct upload', zh: '直接上传' } }), { required: true, label: modeLabel }),
  container: setting(template(), {
    required: true,
    label: { en: 'Container', zh: '容器' },
    help: { en: 'Container of the blob. Placeholders are allowed.', zh: 'Blob 所在的容器，可使用占位符。' },
  }),
  blob: setting(template(), {
    required: true,
    label: { en: 'Blob name', zh: 'Blob 名称' },
    help: {
      en: 'Name of the blob. Placeholders are allowed, such as ${clientid}/${id}.json.',
      zh: 'Blob 的名称，可使用占位符，例如 ${clientid}/${id}.json。',
    },
  }),
  content: setting(template(), {
    default: '${.}',
    label: { en: 'Content', zh: '内容' },
    help: {
      en: 'Content of the blob. Placeholders are allowed. ${.} is the complete result of the rule as JSON.',
      zh: 'Blob 的内容。可使用占位符，${.} 表示规则的完整结果（JSON）。',
    },
  }),
})

const formatLabel = { en: 'Format', zh: '文件格式' }

const csv = struct('connector_aggregator.container_csv', {
  type: setting(choice({ csv: { en: 'CSV', zh: 'CSV' } }), { required: true, label: formatLabel }),
  column_order: setting(list(text()), {
    default: [],
    label: { en: 'First columns', zh: '优先列' },
    help: {
      en: 'Columns that come first, in this order. Other columns of the first record follow by name.',
      zh: '这些列按顺序排在最前，首条记录的其余列按名称排在其后。',
    },
  }),
})

const aggregation = struct('action_azure_blob_storage.aggregation', {
  container: completed(variants([csv]), { type: 'csv' }, { wire: { default: { type: 'csv' } }, label: formatLabel }),
  time_interval: setting(duration({ min: '1s' }), {
    default: '1h',
    wire: { example: '1h' },
    label: { en: 'Time interval', zh: '时间间隔' },
    help: {
      en: 'Maximum time to collect records for a blob. The blob is uploaded with the next health check.',
      zh: '为一个 Blob 收集记录的最长时间，到时后在下一次健康检查时上传。',
    },
  }),
  max_records: setting(integer(1), {
    default: 1_000_000,
    label: { en: 'Max records', zh: '最大记录数' },
    help: {
      en: 'Maximum number of records of a blob. A full blob is uploaded immediately.',
      zh: '一个 Blob 的最大记录数，达到时立即上传。',
    },
  }),
})

const aggregated = struct('action_azure_blob_storage.aggreg_parameters', {
  mode: setting(choice({ aggregated: { en: 'Aggregated upload', zh: '聚合上传' } }), {
    required: true,
    label: modeLabel,
  }),
  aggregation: setting(structKind(aggregation), { required: true, label: { en: 'Aggregation', zh: '聚合' } }),
  container: setting(text(), {
    required: true,
    label: { en: 'Container', zh: '容器' },
    help: {
      en: 'Container of the blobs. Placeholders are not allowed.',
      zh: 'Blob 所在的容器，不能使用占位符。',
    },
  }),
  blob: setting(template(), {
    required: true,
    label: { en: 'Blob name', zh: 'Blob 名称' },
    help: {
      en: 'Name of the blob. Placeholders are ${action}, ${node}, ${datetime.rfc3339utc} (or rfc3339, unix), ${datetime_until.…} and ${sequence}. Missing parts that make names unique are appended.',
      zh: 'Blob 的名称。可使用占位符 ${action}、${node}、${datetime.rfc3339utc}（或 rfc3339、unix）、${datetime_until.…} 和 ${sequence}，缺少的区分项会自动附加在末尾。',
    },
  }),
})

export const azureBlobStorage = {
  type: 'azure_blob_storage',
  label: { en: 'Azure Blob Storage', zh: 'Azure Blob Storage' },
  about: {
    en: 'Stores messages as blobs, one blob per message or many messages in a file.',
    zh: '将消息逐条或聚合为文件，存储为 Blob。',
  },
  category: 'storage',
  mark: 'Az',
  connector: {
    components: {
      post: 'connector_azure_blob_storage.post_connector',
      put: 'connector_azure_blob_storage.put_connector',
      get: 'connector_azure_blob_storage.get_connector',
    },
    fields: {
      account_name: setting(text(), {
        required: true,
        label: { en: 'Account name', zh: '账户名称' },
        help: {
          en: 'Name of the storage account, 3 to 24 lower-case letters and digits.',
          zh: '存储账户的名称，3 至 24 个小写字母和数字。',
        },
      }),
      account_key: setting(secret(), {
        required: true,
        label: { en: 'Account key', zh: '账户密钥' },
        help: { en: 'Access key of the storage account, in base64.', zh: '存储账户的访问密钥（Base64）。' },
      }),
      // Not in forms, as in EMQX. For emulators.
      endpoint: setting(text(), {
        hidden: true,
        advanced: true,
        label: { en: 'Endpoint', zh: '终端节点' },
        help: {
          en: 'Address of the service. Default: https, the account name and .blob.core.windows.net.',
          zh: '服务地址，默认为 https、账户名称加 .blob.core.windows.net。',
        },
      }),
    },
    resourceOpts: connectorOptions('connector_azure_blob_storage.resource_opts'),
    check({ account_name: account, endpoint }, refuse) {
      if (typeof account !== 'string' || !/^[a-z0-9]{3,24}$/.test(account))
        refuse('account_name', 'must have 3 to 24 lower-case letters and digits')
      if (typeof endpoint === 'string' && URL.canParse(endpoint))
        checkServerUrl('endpoint', new URL(endpoint).origin, refuse)
      else if (endpoint !== undefined) refuse('endpoint', 'must be an address such as https://host:8443')
    },
  },
  action: {
    components: {
      post: 'action_azure_blob_storage.post_bridge_v2',
      put: 'action_azure_blob_storage.put_bridge_v2',
      get: 'action_azure_blob_storage.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [direct, aggregated],
    example: { parameters: { mode: 'direct', container: 'mqtt', blob: '${clientid}/${id}.json', content: '${.}' } },
    resourceOpts: batchActionOptions('action_azure_blob_storage.action_resource_opts', { size: 100, time: '10ms' }),
  },
} as const satisfies IntegrationManifest
