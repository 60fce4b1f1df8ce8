import {
  mongodbConnectionFields,
  mongodbDeployments,
  setting,
  struct,
  template,
  tlsField,
  variants,
  writeModeField,
} from '@mqdeck/contract'
import { localTopicField } from '../local-topic.ts'
import type { IntegrationManifest } from '../port.ts'
import { actionOptions, connectorOptions } from '../resource-options.ts'

const w_mode = writeModeField({
  en: 'safe: a message is written when most members of the replica set have it; unsafe: when the server has it.',
  zh: 'safe：副本集多数成员写入后才算成功；unsafe：服务器写入后即成功。',
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
    help: { en: 'May have place holders.', zh: '可使用占位符。' },
  }),
  payload_template: setting(template(), {
    label: { en: 'Document', zh: '文档模板' },
    help: {
      en: 'JSON with place holders: within quotes their values are text, outside of quotes they keep their kind. {"$date": ...} becomes a date. Without it everything the rule has selected is written.',
      zh: '含占位符的 JSON：引号内的值作为文本，引号外保留原类型；{"$date": ...} 会成为日期。留空时写入规则选出的全部数据。',
    },
  }),
})

export const mongodb = {
  type: 'mongodb',
  label: { en: 'MongoDB', zh: 'MongoDB' },
  about: { en: 'Writes messages as documents of MongoDB.', zh: '将消息作为文档写入 MongoDB。' },
  category: 'database',
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
    resourceOpts: actionOptions('bridge_mongodb.action_resource_opts'),
  },
} as const satisfies IntegrationManifest
