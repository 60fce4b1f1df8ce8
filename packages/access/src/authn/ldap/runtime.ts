import type { LdapEntry } from '@mqdeck/drivers'
import { parseTemplate, renderTemplate, SettingsError } from '@mqdeck/kit'
import { createLdapQuery, type LdapQuery } from '../../ldap/query.ts'
import { authnLookup, authnNames, unknownPlaceholder } from '../../placeholders.ts'
import { ignored, isTrue, rejected } from '../check-password.ts'
import type { Authenticator, AuthnAnswer, AuthnBackend, AuthnContext, Credentials, Note } from '../port.ts'
import { type LdapAuthnSettings, ldap as manifest } from './manifest.ts'
import { matchesUserPassword } from './user-password.ts'

/** Of EMQX 4's schema; FALSE shuts the client out. */
const enabledAttribute = 'isEnabled'

/**
 * Decides as `emqx_authn_ldap` of EMQX 5.8: who is not found is passed on, a wrong password is refused, and so is an entry
 * without a password or with a scheme that is not known.
 */
export const runtime = {
  manifest,
  create(settings: LdapAuthnSettings, { clock, folder }: Pick<AuthnContext, 'clock' | 'folder'>): Authenticator {
    const method = 'method' in settings ? settings.method : { ...settings, type: 'hash' as const }
    const { find, ask, ...backend } = createLdapQuery(settings, { names: authnNames, clock, folder })
    const checkUser =
      method.type === 'bind' ? byBind(ask, method.bind_password, settings.request_timeout) : byHash(method)
    const attributes =
      method.type === 'bind'
        ? [enabledAttribute]
        : [method.password_attribute, method.is_superuser_attribute, enabledAttribute]
    return {
      ...backend,
      async authenticate(credentials, note) {
        if (credentials.password === undefined) {
          note?.('the client sent no password')
          return rejected
        }
        const entry = await find(authnLookup(credentials), attributes, note)
        if (!entry) return ignored
        const [isEnabled] = entry.values(enabledAttribute)
        if (isEnabled === undefined || isEnabled.toLowerCase() === 'true') return checkUser(entry, credentials, note)
        note?.(`${enabledAttribute} is ${isEnabled}`)
        return rejected
      },
    }
  },
} satisfies AuthnBackend<LdapAuthnSettings>

type Decide = (entry: LdapEntry, credentials: Credentials, note: Note | undefined) => AuthnAnswer | Promise<AuthnAnswer>

interface HashMethod {
  readonly password_attribute: string
  readonly is_superuser_attribute: string
}

/** The order of an attribute's values means nothing (RFC 4511, 4.1.7): any of them may be the password's. */
const byHash =
  ({ password_attribute, is_superuser_attribute }: HashMethod): Decide =>
  (entry, { password = new Uint8Array() }, note) => {
    const stored = entry.values(password_attribute)
    if (stored.length === 0) note?.(`the entry has no ${password_attribute}, or the bind user cannot read it`)
    const isCorrect = stored.some((one) => matchesUserPassword(one, password))
    note?.(isCorrect ? 'the password is correct' : 'the password is wrong')
    if (!isCorrect) return rejected
    const [isSuperuser] = entry.values(is_superuser_attribute)
    return { result: 'allow', isSuperuser: isTrue(isSuperuser?.toLowerCase()) }
  }

function byBind(ask: LdapQuery['ask'], password: string, timeout: number): Decide {
  const unknown = unknownPlaceholder(password, authnNames)
  if (unknown !== undefined)
    throw new SettingsError('method.bind_password', `the placeholder \${${unknown}} is not available here`)
  const template = parseTemplate(password)
  return async (entry, credentials, note) => {
    const shown = renderTemplate(template, authnLookup(credentials), undefined, () => '')
    // Directories let everybody in who shows nothing, as somebody else (RFC 4513, 5.1.2).
    const isCorrect = shown !== '' && (await ask((connection) => connection.verify(entry.dn, shown, timeout)))
    note?.(isCorrect ? 'the directory accepts the password' : 'the directory rejects the password')
    return isCorrect ? { result: 'allow', isSuperuser: false } : rejected
  }
}
