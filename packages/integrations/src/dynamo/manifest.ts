import { autoReconnectField, flag, poolSizeField, setting, struct, template, text } from '@mqdeck/contract'
import { bridgeNames, descriptionFields } from '../bridges/names.ts'
import { awsKeyFields, checkServerUrl, localTopicField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const parameters = struct('bridge_dynamo.action_parameters', {
  table: setting(text(), {
    required: true,
    label: { en: 'Table', zh: '表' },
    help: { en: 'Name of the table to write to. It must exist.', zh: '写入的表的名称，必须已存在。' },
  }),
  hash_key: setting(text(), {
    required: true,
    label: { en: 'Partition key', zh: '分区键' },
    help: {
      en: 'Name of the partition key of the table. Each item must have it.',
      zh: '表的分区键名称，每个条目都必须包含。',
    },
  }),
  range_key: setting(text(), {
    label: { en: 'Sort key', zh: '排序键' },
    help: {
      en: 'Name of the sort key, if the table has one. Each item must have it.',
      zh: '表的排序键名称（如有），每个条目都必须包含。',
    },
  }),
  template: setting(template(), {
    default: '',
    label: { en: 'Item', zh: '条目' },
    help: {
      en: 'JSON object with placeholders, such as {"id": "${id}", "temperature": ${payload.temperature}}. Empty stores the complete result of the rule.',
      zh: '带占位符的 JSON 对象，例如 {"id": "${id}", "temperature": ${payload.temperature}}。留空则存储规则的完整结果。',
    },
  }),
  undefined_vars_as_null: setting(flag(), {
    default: false,
    label: { en: 'Undefined values as NULL', zh: '未定义变量作为 NULL' },
    help: {
      en: 'Writes undefined values as NULL. If disabled, they are written as the text undefined.',
      zh: '将未定义的值写为 NULL；关闭时写为文本 undefined。',
    },
  }),
})

export const dynamo = {
  type: 'dynamo',
  label: { en: 'Amazon DynamoDB', zh: 'Amazon DynamoDB' },
  about: { en: 'Stores messages as items in DynamoDB tables.', zh: '将消息作为条目存储到 DynamoDB 表。' },
  category: 'database',
  mark: 'Dy',
  connector: {
    components: {
      post: 'bridge_dynamo.post_connector',
      put: 'bridge_dynamo.put_connector',
      get: 'bridge_dynamo.get_connector',
    },
    fields: {
      url: setting(text(), {
        required: true,
        label: { en: 'URL', zh: 'URL' },
        help: {
          en: 'Address of the service, such as https://dynamodb.us-east-1.amazonaws.com.',
          zh: '服务地址，例如 https://dynamodb.us-east-1.amazonaws.com。',
        },
      }),
      region: setting(text(), {
        required: true,
        label: { en: 'Region', zh: '区域' },
        help: { en: 'AWS region, such as us-east-1.', zh: 'AWS 区域，例如 us-east-1。' },
      }),
      ...awsKeyFields,
      pool_size: poolSizeField,
      auto_reconnect: autoReconnectField,
    },
    example: { url: 'https://dynamodb.us-east-1.amazonaws.com', region: 'us-east-1' },
    resourceOpts: connectorOptions('bridge_dynamo.connector_resource_opts'),
    check: ({ url }, refuse) => checkServerUrl('url', url, refuse),
  },
  action: {
    components: {
      post: 'bridge_dynamo.post_bridge_v2',
      put: 'bridge_dynamo.put_bridge_v2',
      get: 'bridge_dynamo.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [parameters],
    example: { parameters: { table: 'mqtt', hash_key: 'id' } },
    resourceOpts: batchActionOptions('actions_and_sources.action_resource_opts'),
  },
  bridges: [{ type: 'dynamo', ...bridgeNames('bridge_dynamo'), without: descriptionFields }],
} as const satisfies IntegrationManifest
