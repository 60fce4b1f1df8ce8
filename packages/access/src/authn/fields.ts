import { choice, flag, setting } from '@mqdeck/contract'
import { defaultHash, passwordHashAlgorithm } from '../passwords/algorithms.ts'
import type { AuthnManifest } from './port.ts'

/** Fields of all authenticators. */
export const enableField = setting(flag(), {
  default: true,
  label: { en: 'Enabled', zh: '启用' },
  help: { en: 'Disabled authenticators are skipped. Default enabled.', zh: '禁用的认证器会被跳过。默认启用。' },
})

export const mechanismField = <M extends AuthnManifest['mechanism']>(mechanism: M) =>
  setting(choice([mechanism]), { required: true, label: { en: 'Mechanism', zh: '认证方式' } })

export const backendField = <B extends string>(backend: B) =>
  setting(choice([backend]), { required: true, label: { en: 'Backend', zh: '数据源' } })

/** For external databases. */
export const externalPasswordHashField = setting(passwordHashAlgorithm, {
  default: defaultHash,
  label: { en: 'Password hash', zh: '密码加密方式' },
  help: {
    en: 'Algorithm with which the database stores passwords. Default sha256 with the salt before the password.',
    zh: '数据库存储密码使用的算法。默认 sha256，盐在密码之前。',
  },
})
