import { integer, type PlainValue, setting, struct } from '@mqdeck/contract'
import { enableField, typeField } from '../fields.ts'
import type { AuthzManifest } from '../port.ts'

const settings = struct('authz.builtin_db', {
  enable: enableField,
  max_rules: setting(integer(1), {
    default: 100,
    label: { en: 'Rules per client or user', zh: '单个客户端或用户的规则数' },
    help: { en: 'More rules than this are refused when they are saved.', zh: '超过该数量的规则在保存时会被拒绝。' },
  }),
  type: typeField('built_in_database'),
})

export type BuiltInDatabaseSettings = PlainValue<typeof settings>

export const builtInDatabase: AuthzManifest = {
  type: 'built_in_database',
  label: { en: 'Built-in database', zh: '内置数据库' },
  about: {
    en: 'Rules for clients, users and everyone, kept by the broker itself.',
    zh: '为客户端、用户和所有人设置的规则，保存在 Broker 内部。',
  },
  structs: [settings],
}
