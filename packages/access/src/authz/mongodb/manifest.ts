import { integer, type PlainValue, setting, struct } from '@mqdeck/contract'
import { inOrder } from '../../field-order.ts'
import { authzFilterField, deployments } from '../../mongodb/fields.ts'
import { enableField, typeField } from '../fields.ts'
import type { AuthzManifest } from '../port.ts'

const own = {
  enable: enableField,
  filter: authzFilterField,
  limit: setting(integer(1), {
    default: 1000,
    label: { en: 'Limit', zh: '数量上限' },
    help: { en: 'Maximum number of rules for a client.', zh: '每个客户端最多读取的规则数。' },
  }),
  skip: setting(integer(0), {
    default: 0,
    label: { en: 'Skip', zh: '跳过' },
    help: { en: 'Number of matching rules to skip.', zh: '跳过查询结果中的前若干条规则。' },
  }),
  type: typeField('mongodb'),
}

const single = struct('authz.mongo_single', inOrder({ ...deployments.single, ...own }))
const replicaSet = struct('authz.mongo_rs', inOrder({ ...deployments.rs, ...own }))
const sharded = struct('authz.mongo_sharded', inOrder({ ...deployments.sharded, ...own }))

export type MongodbAuthzSettings =
  | PlainValue<typeof single>
  | PlainValue<typeof replicaSet>
  | PlainValue<typeof sharded>

export const mongodb: AuthzManifest = {
  type: 'mongodb',
  category: 'database',
  mark: 'Mo',
  label: { en: 'MongoDB', zh: 'MongoDB' },
  about: {
    en: 'Looks up rules in MongoDB documents with a filter.',
    zh: '通过过滤条件从 MongoDB 文档中查询规则。',
  },
  example: {
    server: '127.0.0.1:27017',
    database: 'mqtt',
    collection: 'acl',
    filter: { username: '${username}' },
  },
  structs: [single, replicaSet, sharded],
}
