import { choice, integer, type PlainValue, setting, struct } from '@mqdeck/contract'
import { backendField, enableField, mechanismField } from '../fields.ts'
import type { AuthnManifest } from '../port.ts'

const settings = struct('authn.scram', {
  algorithm: setting(choice(['sha256', 'sha512']), {
    default: 'sha256',
    label: { en: 'Password hash', zh: '密码加密方式' },
    help: {
      en: 'Clients must name the method that goes with it, SCRAM-SHA-256 or SCRAM-SHA-512. After a change the users who are there can no longer sign in.',
      zh: '客户端须使用对应的方法：SCRAM-SHA-256 或 SCRAM-SHA-512。修改后，已有用户将无法登录。',
    },
  }),
  backend: backendField('built_in_database'),
  enable: enableField,
  iteration_count: setting(integer(1, 10_000_000, { unprinted: 'maximum' }), {
    default: 4096,
    label: { en: 'Iterations', zh: '迭代次数' },
    help: {
      en: 'Of new passwords; those that are there keep theirs. More take longer, for clients and for those who guess.',
      zh: '用于新密码，已有密码不变。次数越多，客户端计算和破解都越慢。',
    },
  }),
  mechanism: mechanismField('scram'),
})

export type ScramSettings = PlainValue<typeof settings>

export const scram: AuthnManifest = {
  mechanism: 'scram',
  backend: 'built_in_database',
  label: { en: 'Built-in database', zh: '内置数据库' },
  about: {
    en: 'Passwords never cross the wire (MQTT 5 only). Users are kept by the broker itself.',
    zh: '密码不经网络传输（仅 MQTT 5）。用户保存在 Broker 内部。',
  },
  structs: [settings],
}
