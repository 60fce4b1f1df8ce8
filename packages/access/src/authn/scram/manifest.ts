import { choice, integer, type PlainValue, setting, struct } from '@mqdeck/contract'
import { backendField, enableField, mechanismField } from '../fields.ts'
import type { AuthnManifest } from '../port.ts'

const settings = struct('authn.scram', {
  algorithm: setting(choice(['sha256', 'sha512']), {
    default: 'sha256',
    label: { en: 'Password hash', zh: '密码加密方式' },
    help: {
      en: 'Clients must use the matching method, SCRAM-SHA-256 or SCRAM-SHA-512. After a change, existing users can no longer connect. Default sha256.',
      zh: '客户端须使用对应的方法 SCRAM-SHA-256 或 SCRAM-SHA-512。修改后，已有用户将无法连接。默认 sha256。',
    },
  }),
  backend: backendField('built_in_database'),
  enable: enableField,
  iteration_count: setting(integer(1, 10_000_000, { unprinted: 'maximum' }), {
    default: 4096,
    label: { en: 'Iterations', zh: '迭代次数' },
    help: {
      en: 'Number of iterations for new passwords. More iterations make both connecting and attacks slower. Default 4096.',
      zh: '新密码的迭代次数。次数越多，连接和破解都越慢。默认 4096。',
    },
  }),
  mechanism: mechanismField('scram'),
})

export type ScramSettings = PlainValue<typeof settings>

export const scram: AuthnManifest = {
  mechanism: 'scram',
  backend: 'built_in_database',
  category: 'identity',
  mark: 'Sc',
  label: { en: 'Built-in database', zh: '内置数据库' },
  about: {
    en: 'Clients do not send their passwords (MQTT 5 only). Users are stored in the broker.',
    zh: '客户端不发送密码（仅 MQTT 5）。用户保存在服务端中。',
  },
  structs: [settings],
}
