import { choice, completed, type PlainValue, secretText, setting, struct, text, variants } from '@mqdeck/contract'
import { ldapFields } from '../../ldap/fields.ts'
import { backendField, enableField, mechanismField } from '../fields.ts'
import type { AuthnManifest } from '../port.ts'

const attributeFields = {
  is_superuser_attribute: setting(text(), {
    default: 'isSuperuser',
    label: { en: 'Superuser attribute', zh: '超级用户属性' },
    help: {
      en: 'The client is a superuser if the value is TRUE. Default isSuperuser.',
      zh: '值为 TRUE 时，客户端为超级用户。默认 isSuperuser。',
    },
  }),
  password_attribute: setting(text(), {
    default: 'userPassword',
    label: { en: 'Password attribute', zh: '密码属性' },
    help: {
      en: 'Attribute with the password hash. Its value starts with the scheme, such as {SSHA}, {SHA}, {MD5}, {SHA256} or {SSHA256}. Default userPassword.',
      zh: '保存密码哈希的属性，其值以哈希方案开头，例如 {SSHA}、{SHA}、{MD5}、{SHA256} 或 {SSHA256}。默认 userPassword。',
    },
  }),
}

const typeAbout = { label: { en: 'Password check', zh: '密码校验方式' } }

const bind = struct('authn.bind_method', {
  bind_password: setting(secretText(), {
    default: '${password}',
    wire: { example: '${password}' },
    advanced: true,
    label: { en: 'Bind password template', zh: '绑定密码模板' },
    help: {
      en: 'Password used to bind as the client. Default ${password}, the password sent by the client.',
      zh: '绑定客户端时使用的密码。默认 ${password}，即客户端发送的密码。',
    },
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
        en: 'How passwords are checked. hash: the broker compares the password hash. bind: the directory, without superusers. Default hash.',
        zh: '密码的校验方式。hash：服务端读取哈希值并比较；bind：由目录服务校验，不支持超级用户。默认 hash。',
      },
    },
  ),
})

/** The format of EMQX 5.0 to 5.4, for old configurations. */
const deprecated = struct('authn.ldap_deprecated', { ...common, ...attributeFields })

export type LdapAuthnSettings = PlainValue<typeof settings> | PlainValue<typeof deprecated>

export const ldap: AuthnManifest = {
  mechanism: 'password_based',
  backend: 'ldap',
  category: 'identity',
  mark: 'Ld',
  label: { en: 'LDAP', zh: 'LDAP' },
  about: {
    en: 'Looks up users in a directory such as OpenLDAP or Active Directory.',
    zh: '在 OpenLDAP、Active Directory 等目录服务中查询用户。',
  },
  example: { server: '127.0.0.1:389' },
  structs: [settings, deprecated],
}
