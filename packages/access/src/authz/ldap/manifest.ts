import { type PlainValue, setting, struct, text } from '@mqdeck/contract'
import { ldapFields } from '../../ldap/fields.ts'
import { enableField, typeField } from '../fields.ts'
import type { AuthzManifest } from '../port.ts'

const settings = struct('authz.ldap', {
  ...ldapFields,
  all_attribute: setting(text(), {
    default: 'mqttPubSubTopic',
    label: { en: 'Publish and subscribe attribute', zh: '发布和订阅属性' },
    help: {
      en: 'Attribute with topics that clients may publish and subscribe to.',
      zh: '包含允许发布和订阅的主题的属性。',
    },
  }),
  enable: enableField,
  publish_attribute: setting(text(), {
    default: 'mqttPublishTopic',
    label: { en: 'Publish attribute', zh: '发布属性' },
    help: { en: 'Attribute with topics that clients may publish to.', zh: '包含允许发布的主题的属性。' },
  }),
  subscribe_attribute: setting(text(), {
    default: 'mqttSubscriptionTopic',
    label: { en: 'Subscribe attribute', zh: '订阅属性' },
    help: { en: 'Attribute with topics that clients may subscribe to.', zh: '包含允许订阅的主题的属性。' },
  }),
  type: typeField('ldap'),
})

export type LdapAuthzSettings = PlainValue<typeof settings>

export const ldap: AuthzManifest = {
  type: 'ldap',
  category: 'identity',
  mark: 'Ld',
  label: { en: 'LDAP', zh: 'LDAP' },
  about: {
    en: 'Looks up the allowed topics of a client in a directory. This source cannot deny actions.',
    zh: '从目录服务中查询客户端允许使用的主题，该数据源不能拒绝操作。',
  },
  example: { server: '127.0.0.1:389' },
  structs: [settings],
}
