import { poolSizeField, setting, struct, template, text } from '@mqdeck/contract'
import { bridgeNames } from '../bridges/names.ts'
import { awsKeyFields, checkServerUrl, localTopicField, retriesField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const parameters = struct('bridge_kinesis.action_parameters', {
  stream_name: setting(text(), {
    required: true,
    label: { en: 'Stream', zh: '数据流' },
    help: { en: 'Name of the data stream to write to. It must exist.', zh: '写入的数据流的名称，必须已存在。' },
  }),
  partition_key: setting(template(), {
    required: true,
    label: { en: 'Partition key', zh: '分区键' },
    help: {
      en: 'Determines the shard of a record. Placeholders are allowed, such as ${clientid}.',
      zh: '决定记录所在的分片，可使用占位符，例如 ${clientid}。',
    },
  }),
  payload_template: setting(template(), {
    default: '${.}',
    label: { en: 'Payload', zh: 'Payload' },
    help: {
      en: 'Content of the record. ${.} is the complete result of the rule as JSON.',
      zh: '记录的内容，${.} 表示规则的完整结果（JSON）。',
    },
  }),
})

export const kinesis = {
  type: 'kinesis',
  label: { en: 'Amazon Kinesis', zh: 'Amazon Kinesis' },
  about: { en: 'Writes messages as records to Kinesis data streams.', zh: '将消息作为记录写入 Kinesis 数据流。' },
  category: 'streaming',
  mark: 'Ki',
  connector: {
    components: {
      post: 'bridge_kinesis.post_connector',
      put: 'bridge_kinesis.put_connector',
      get: 'bridge_kinesis.get_connector',
    },
    fields: {
      ...awsKeyFields,
      endpoint: setting(text({ wire: { example: 'https://kinesis.us-east-1.amazonaws.com' } }), {
        required: true,
        label: { en: 'Endpoint', zh: '终端节点' },
        help: {
          en: 'Address of the service, such as https://kinesis.us-east-1.amazonaws.com. The region is derived from it, default us-east-1.',
          zh: '服务地址，例如 https://kinesis.us-east-1.amazonaws.com，区域由此得出，默认 us-east-1。',
        },
      }),
      max_retries: retriesField,
      pool_size: poolSizeField,
    },
    example: { endpoint: 'https://kinesis.us-east-1.amazonaws.com' },
    resourceOpts: connectorOptions('bridge_kinesis.connector_resource_opts'),
    check: ({ endpoint }, refuse) => checkServerUrl('endpoint', endpoint, refuse),
  },
  action: {
    components: {
      post: 'bridge_kinesis.post_bridge_v2',
      put: 'bridge_kinesis.put_bridge_v2',
      get: 'bridge_kinesis.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [parameters],
    example: { parameters: { stream_name: 'mqtt', partition_key: '${clientid}' } },
    resourceOpts: batchActionOptions('bridge_kinesis.action_resource_opts', { size: 1, time: '0ms', most: 500 }),
  },
  bridges: [{ type: 'kinesis_producer', ...bridgeNames('bridge_kinesis', '_producer') }],
} as const satisfies IntegrationManifest
