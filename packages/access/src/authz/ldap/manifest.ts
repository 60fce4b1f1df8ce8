import { type PlainValue, setting, struct, text } from '@mqdeck/contract'
import { ldapFields } from '../../ldap/fields.ts'
import { enableField, typeField } from '../fields.ts'
import type { AuthzManifest } from '../port.ts'

const settings = struct('authz.ldap', {
  ...ldapFields,
  all_attribute: setting(text(), {
    default: 'mqttPubSubTopic',
    label: { en: 'Attribute for both', zh: '发布和订阅属性' },
    help: { en: 'Topics to publish and to subscribe to.', zh: '允许发布和订阅的主题。' },
  }),
  enable: enableField,
  publish_attribute: setting(text(), {
    default: 'mqttPublishTopic',
    label: { en: 'Attribute for publishing', zh: '发布属性' },
    help: { en: 'Topics to publish to.', zh: '允许发布的主题。' },
  }),
  subscribe_attribute: setting(text(), {
    default: 'mqttSubscriptionTopic',
    label: { en: 'Attribute for subscribing', zh: '订阅属性' },
    help: { en: 'Topics to subscribe to.', zh: '允许订阅的主题。' },
  }),
  type: typeField('ldap'),
})

export type LdapAuthzSettings = PlainValue<typeof settings>

export const ldap: AuthzManifest = {
  type: 'ldap',
  label: { en: 'LDAP', zh: 'LDAP' },
  about: {
    en: 'Topics that an entry of a directory may use; it cannot deny.',
    zh: '目录条目中允许使用的主题，只能允许，不能拒绝。',
  },
  structs: [settings],
}
