import { choice, flag, setting } from '@mqdeck/contract'
import { defaultHash, passwordHashAlgorithm } from '../passwords/algorithms.ts'
import type { AuthnManifest } from './port.ts'

/** What every authenticator has. */
export const enableField = setting(flag(), {
  default: true,
  label: { en: 'Enabled', zh: '启用' },
  help: { en: 'While it is off the chain goes on as if it were not there.', zh: '关闭后，认证链会跳过它。' },
})

export const mechanismField = <M extends AuthnManifest['mechanism']>(mechanism: M) =>
  setting(choice([mechanism]), { required: true, label: { en: 'Mechanism', zh: '认证方式' } })

export const backendField = <B extends string>(backend: B) =>
  setting(choice([backend]), { required: true, label: { en: 'Backend', zh: '数据源' } })

/** Of a database that others fill. */
export const foundPasswordHashField = setting(passwordHashAlgorithm, {
  default: defaultHash,
  label: { en: 'Password hash', zh: '密码加密方式' },
  help: { en: 'How the database keeps passwords.', zh: '数据库中密码的存储方式。' },
})
