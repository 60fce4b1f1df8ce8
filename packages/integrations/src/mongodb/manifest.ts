import { setting, struct, template, tlsField, variants } from '@mqdeck/contract'
import { mongodbConnectionFields, mongodbDeployments, writeModeField } from '@mqdeck/drivers/catalog'
import { bridgeNames, descriptionFields } from '../bridges/names.ts'
import { localTopicField } from '../fields.ts'
import type { BridgeManifest, IntegrationManifest } from '../port.ts'
import { actionOptions, connectorOptions } from '../resource-options.ts'

const w_mode = writeModeField({
  en: 'With safe, a write succeeds when the majority of the replica set has it. With unsafe, it succeeds when the server has it.',
  zh: 'safe 在副本集多数成员写入后成功，unsafe 在服务器写入后即成功。',
})

const { single, rs, sharded } = mongodbDeployments
const singlePlace = struct('mongo.connector_single', { ...single, w_mode })
const rsPlace = struct('mongo.connector_rs', {
  mongo_type: rs.mongo_type,
  servers: rs.servers,
  w_mode,
  r_mode: rs.r_mode,
  replica_set_name: rs.replica_set_name,
})
const shardedPlace = struct('mongo.connector_sharded', { ...sharded, w_mode })

const parameters = struct('bridge_mongodb.action_parameters', {
  collection: setting(template(), {
    default: 'mqtt',
    label: { en: 'Collection', zh: '集合' },
    help: { en: 'Collection to write to. Placeholders are allowed.', zh: '写入的集合，可使用占位符。' },
  }),
  payload_template: setting(template(), {
    label: { en: 'Document', zh: '文档模板' },
    help: {
      en: 'JSON with placeholders. Values inside quotes are strings. Values outside quotes keep their type. {"$date": ...} becomes a date. Default: the complete result of the rule.',
      zh: '带占位符的 JSON。引号内的值为字符串，引号外保留原类型，{"$date": ...} 转换为日期。默认为规则的完整结果。',
    },
  }),
})

const bridge = (deployment: string): BridgeManifest => ({
  type: `mongodb_${deployment}`,
  ...bridgeNames('bridge_mongodb', `_${deployment}`),
  variant: { struct: `mongo.connector_${deployment}`, tag: 'mongo_type', value: deployment },
  without: [...descriptionFields, 'local_topic'],
})

export const mongodb = {
  type: 'mongodb',
  label: { en: 'MongoDB', zh: 'MongoDB' },
  about: { en: 'Writes messages to MongoDB as documents.', zh: '将消息作为文档写入 MongoDB。' },
  category: 'database',
  mark: 'Mo',
  connector: {
    components: {
      post: 'bridge_mongodb.post_connector',
      put: 'bridge_mongodb.put_connector',
      get: 'bridge_mongodb.get_connector',
    },
    fields: {
      parameters: setting(variants([rsPlace, shardedPlace, singlePlace]), {
        required: true,
        label: { en: 'Deployment', zh: '部署' },
      }),
      ...mongodbConnectionFields,
      ssl: tlsField,
    },
    example: { database: 'mqtt', parameters: { mongo_type: 'single', server: '127.0.0.1:27017' } },
    resourceOpts: connectorOptions('bridge_mongodb.connector_resource_opts'),
  },
  action: {
    components: {
      post: 'bridge_mongodb.post_bridge_v2',
      put: 'bridge_mongodb.put_bridge_v2',
      get: 'bridge_mongodb.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [parameters],
    example: { parameters: { collection: 'mqtt_messages' } },
    resourceOpts: actionOptions('bridge_mongodb.action_resource_opts'),
  },
  bridges: [bridge('single'), bridge('rs'), bridge('sharded')],
} as const satisfies IntegrationManifest
