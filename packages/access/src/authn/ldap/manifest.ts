import { choice, completed, type PlainValue, setting, struct, text, variants } from '@mqdeck/contract'
import { ldapFields } from '../../ldap/fields.ts'
import { backendField, enableField, mechanismField } from '../fields.ts'
import type { AuthnManifest } from '../port.ts'

const attributeFields = {
  is_superuser_attribute: setting(text(), {
    default: 'isSuperuser',
    label: { en: 'Superuser attribute', zh: '超级用户属性' },
    help: { en: 'TRUE makes the client a superuser.', zh: '值为 TRUE 时，客户端为超级用户。' },
  }),
  password_attribute: setting(text(), {
    default: 'userPassword',
    label: { en: 'Password attribute', zh: '密码属性' },
    help: {
      en: 'Its value begins with its scheme: {SSHA}, {SHA}, {MD5}, {SHA256}, {SSHA256} ...',
      zh: '其值以散列方案开头：{SSHA}、{SHA}、{MD5}、{SHA256}、{SSHA256} 等。',
    },
  }),
}

const typeAbout = { label: { en: 'Password check', zh: '密码校验方式' } }

const bind = struct('authn.bind_method', {
  bind_password: setting(text(), {
    default: '${password}',
    wire: { example: '${password}' },
    advanced: true,
    label: { en: 'Password to bind with', zh: '绑定使用的密码' },
    help: { en: 'What of the client the directory is shown.', zh: '向目录服务出示的客户端密码。' },
  }),
  type: setting(choice(['bind']), { ...typeAbout, default: 'bind' }),
})

const hash = struct('authn.hash_method', {
  ...attributeFields,
  type: setting(choice(['hash']), { ...typeAbout, default: 'hash' }),
})

const common = {
  ...ldapFields,
  backend: backendField('ldap'),
  enable: enableField,
  mechanism: mechanismField('password_based'),
}

const settings = struct('authn.ldap', {
  ...common,
  method: completed(
    variants([bind, hash]),
    { type: 'hash' },
    {
      label: { en: 'Method', zh: '认证方法' },
      help: {
        en: 'hash: the broker compares with the hash that it reads. bind: the directory itself is shown the password, and knows no superusers.',
        zh: 'hash：Broker 读取散列值并比较；bind：由目录服务校验密码，不支持超级用户。',
      },
    },
  ),
})

/** As EMQX 5.0 to 5.4 had it; configurations of that time are read still. */
const deprecated = struct('authn.ldap_deprecated', { ...common, ...attributeFields })

export type LdapAuthnSettings = PlainValue<typeof settings> | PlainValue<typeof deprecated>

export const ldap: AuthnManifest = {
  mechanism: 'password_based',
  backend: 'ldap',
  label: { en: 'LDAP', zh: 'LDAP' },
  about: {
    en: 'Users in a directory such as OpenLDAP or Active Directory.',
    zh: '用户保存在 OpenLDAP、Active Directory 等目录服务中。',
  },
  structs: [settings, deprecated],
}
