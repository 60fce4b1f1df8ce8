import { integer, type PlainValue, setting, struct } from '@mqdeck/contract'
import { enableField, typeField } from '../fields.ts'
import type { AuthzManifest } from '../port.ts'

const settings = struct('authz.builtin_db', {
  enable: enableField,
  max_rules: setting(integer(1), {
    default: 100,
    label: { en: 'Max rules per client or user', zh: '单个客户端或用户的最大规则数' },
    help: {
      en: 'Maximum number of rules for one client or user. More rules cannot be saved.',
      zh: '单个客户端或用户的最大规则数，超过时无法保存。',
    },
  }),
  type: typeField('built_in_database'),
})

export type BuiltInDatabaseSettings = PlainValue<typeof settings>

export const builtInDatabase: AuthzManifest = {
  type: 'built_in_database',
  category: 'database',
  mark: 'Db',
  label: { en: 'Built-in database', zh: '内置数据库' },
  about: {
    en: 'Rules for clients, users and everyone, stored in the broker.',
    zh: '客户端、用户和所有用户的规则，保存在服务端中。',
  },
  structs: [settings],
}
