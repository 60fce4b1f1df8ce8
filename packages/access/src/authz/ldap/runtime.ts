import { createLdapQuery } from '../../ldap/query.ts'
import { authzLookup, authzNames } from '../../placeholders.ts'
import type { AuthzBackend, AuthzContext, AuthzSource } from '../port.ts'
import { answerByRows } from '../rules/row.ts'
import { type LdapAuthzSettings, ldap as manifest } from './manifest.ts'

/** As `emqx_authz_ldap` of EMQX 5.8: each value is an allowed topic. Unlike in EMQX, placeholders and `eq ` are supported. */
export const runtime = {
  manifest,
  create(
    { publish_attribute, subscribe_attribute, all_attribute, ...settings }: LdapAuthzSettings,
    { clock, folder, log }: Pick<AuthzContext, 'clock' | 'folder' | 'log'>,
  ): AuthzSource {
    const { find, ask: _, ...backend } = createLdapQuery(settings, { names: authzNames, clock, folder })
    return {
      ...backend,
      async authorize(client, action, note) {
        const attributes = [action.type === 'publish' ? publish_attribute : subscribe_attribute, all_attribute]
        const entry = await find(authzLookup(client, action), attributes, note)
        const topics = entry ? attributes.flatMap(entry.values) : []
        const rows = topics.map((topic) => ({ permission: 'allow', action: action.type, topic }))
        return answerByRows(rows, client, action, { log, source: 'ldap', note })
      },
    }
  },
} satisfies AuthzBackend<LdapAuthzSettings>
