import { type PlainValue, setting, struct, text } from '@mqdeck/contract'
import { inOrder } from '../../field-order.ts'
import { authnFilterField, deployments } from '../../mongodb/fields.ts'
import { backendField, enableField, externalPasswordHashField, mechanismField } from '../fields.ts'
import type { AuthnManifest } from '../port.ts'

const own = {
  backend: backendField('mongodb'),
  enable: enableField,
  filter: authnFilterField,
  is_superuser_field: setting(text(), {
    default: 'is_superuser',
    label: { en: 'Superuser field', zh: '超级用户字段' },
    help: {
      en: 'Document field that marks superusers. Default is_superuser.',
      zh: '表示是否为超级用户的字段，默认 is_superuser。',
    },
  }),
  mechanism: mechanismField('password_based'),
  password_hash_algorithm: externalPasswordHashField,
  password_hash_field: setting(text(), {
    default: 'password_hash',
    label: { en: 'Password field', zh: '密码字段' },
    help: { en: 'Document field with the password hash.', zh: '保存密码哈希的字段。' },
  }),
  salt_field: setting(text(), {
    default: 'salt',
    label: { en: 'Salt field', zh: '盐字段' },
    help: { en: 'Document field with the salt of the password hash.', zh: '保存密码哈希的盐的字段。' },
  }),
}

const single = struct('authn.mongo_single', inOrder({ ...deployments.single, ...own }))
const replicaSet = struct('authn.mongo_rs', inOrder({ ...deployments.rs, ...own }))
const sharded = struct('authn.mongo_sharded', inOrder({ ...deployments.sharded, ...own }))

export type MongodbAuthnSettings =
  | PlainValue<typeof single>
  | PlainValue<typeof replicaSet>
  | PlainValue<typeof sharded>

export const mongodb: AuthnManifest = {
  mechanism: 'password_based',
  backend: 'mongodb',
  category: 'database',
  mark: 'Mo',
  label: { en: 'MongoDB', zh: 'MongoDB' },
  about: {
    en: 'Looks up users in MongoDB documents with a filter.',
    zh: '通过过滤条件从 MongoDB 文档中查询用户。',
  },
  example: {
    server: '127.0.0.1:27017',
    database: 'mqtt',
    collection: 'users',
    filter: { username: '${username}' },
  },
  structs: [single, replicaSet, sharded],
}
