import { isRecord, list, setting, struct, structKind, template, text } from '@mqdeck/contract'
import { bridgeNames, plainBridgeOptions } from '../bridges/names.ts'
import { localTopicField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'
import { checkTopicName, pubsubConnectorFields } from './connector-fields.ts'

const attribute = struct('bridge_gcp_pubsub.key_value_pair', {
  key: setting(template(), { required: true, label: { en: 'Key', zh: '键' } }),
  value: setting(template(), { required: true, label: { en: 'Value', zh: '值' } }),
})

const parameters = struct('gcp_pubsub_producer.action_parameters', {
  attributes_template: setting(list(structKind(attribute)), {
    default: [],
    label: { en: 'Attributes', zh: '属性' },
    help: {
      en: 'Attributes of the message. Placeholders are allowed in keys and values, and missing values are empty. Attributes with an empty key are omitted.',
      zh: '消息的属性，键和值均可使用占位符，缺失的值为空，键为空的属性会被忽略。',
    },
  }),
  ordering_key_template: setting(template(), {
    default: '',
    label: { en: 'Ordering key', zh: '排序键' },
    help: {
      en: 'Messages with the same key are delivered in the order in which they were published. Placeholders are allowed. Default: no key.',
      zh: '键相同的消息按发布的顺序投递，可使用占位符。默认无排序键。',
    },
  }),
  payload_template: setting(template(), {
    default: '',
    label: { en: 'Payload', zh: 'Payload' },
    help: {
      en: 'Content of the message. Placeholders are allowed. Default: the complete result of the rule as JSON.',
      zh: '消息的内容，可使用占位符。默认为规则的完整结果（JSON）。',
    },
  }),
  pubsub_topic: setting(text(), {
    required: true,
    label: { en: 'Topic', zh: '主题' },
    help: {
      en: 'Name of the topic in the project of the service account. It must exist.',
      zh: '服务账号所在项目中的主题名称，必须已存在。',
    },
  }),
})

export const pubsubProducer = {
  type: 'gcp_pubsub_producer',
  label: { en: 'Google Pub/Sub producer', zh: 'Google Pub/Sub 生产者' },
  about: { en: 'Publishes messages to Google Pub/Sub topics.', zh: '将消息发布到 Google Pub/Sub 主题。' },
  category: 'streaming',
  mark: 'Gp',
  connector: {
    components: {
      post: 'gcp_pubsub_producer.post_connector',
      put: 'gcp_pubsub_producer.put_connector',
      get: 'gcp_pubsub_producer.get_connector',
    },
    fields: pubsubConnectorFields,
    resourceOpts: connectorOptions('gcp_pubsub_producer.connector_resource_opts'),
  },
  action: {
    components: {
      post: 'gcp_pubsub_producer.post_bridge_v2',
      put: 'gcp_pubsub_producer.put_bridge_v2',
      get: 'gcp_pubsub_producer.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [parameters],
    example: { parameters: { pubsub_topic: 'mqtt', payload_template: '${payload}' } },
    resourceOpts: batchActionOptions('actions_and_sources.action_resource_opts'),
    check({ parameters: given }, refuse) {
      if (!isRecord(given)) return
      checkTopicName('parameters.pubsub_topic', given.pubsub_topic, refuse)
      const attributes: readonly unknown[] = Array.isArray(given.attributes_template) ? given.attributes_template : []
      for (const [index, one] of attributes.entries())
        if (isRecord(one) && one.key === '') refuse(`parameters.attributes_template.${index}.key`, 'must not be empty')
    },
  },
  bridges: [{ type: 'gcp_pubsub', ...bridgeNames('bridge_gcp_pubsub', '_producer'), options: plainBridgeOptions }],
} as const satisfies IntegrationManifest
