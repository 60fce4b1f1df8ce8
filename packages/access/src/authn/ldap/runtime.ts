import { createHash, timingSafeEqual } from 'node:crypto'
import type { LdapEntry } from '@mqdeck/drivers'
import { parseTemplate, renderTemplate, SettingsError } from '@mqdeck/kit'
import { createLdapQuery, type LdapQuery } from '../../ldap/query.ts'
import { authnLookup, authnNames, unknownPlaceholder } from '../../placeholders.ts'
import { ignored, isTrue, rejected } from '../check-password.ts'
import type { Authenticator, AuthnAnswer, AuthnBackend, AuthnContext, Credentials, Note } from '../port.ts'
import { type LdapAuthnSettings, ldap as manifest } from './manifest.ts'

/** Of EMQX 4's schema; FALSE disables the user. */
const enabledAttribute = 'isEnabled'

/**
 * Decides as `emqx_authn_ldap` of EMQX 5.8. A user who is not found is passed to the next authenticator. A wrong
 * password is rejected, and so is any password if the entry has none or its scheme is unknown.
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

/** The values of an attribute have no order (RFC 4511, 4.1.7): each of them may be the hash of the password. */
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
    // Directories accept a bind without a password as unauthenticated (RFC 4513, 5.1.2).
    const isCorrect = shown !== '' && (await ask((connection) => connection.verify(entry.dn, shown, timeout)))
    note?.(isCorrect ? 'the directory accepts the password' : 'the directory rejects the password')
    return isCorrect ? { result: 'allow', isSuperuser: false } : rejected
  }
}

/** Scheme, OpenSSL's name, bytes of the hash; the rest is the salt. */
const schemes: Readonly<Record<string, readonly [digest: string, size: number, isSalted: boolean]>> = {
  md5: ['md5', 16, false],
  smd5: ['md5', 16, true],
  sha: ['sha1', 20, false],
  ssha: ['sha1', 20, true],
  sha256: ['sha256', 32, false],
  ssha256: ['sha256', 32, true],
  sha384: ['sha384', 48, false],
  ssha384: ['sha384', 48, true],
  sha512: ['sha512', 64, false],
  ssha512: ['sha512', 64, true],
}

/**
 * Whether a value of `userPassword` is this password (RFC 2307, 5.3): `{SSHA}` and Base64 of the hash, followed by the
 * salt. EMQX supports MD5, SHA, SSHA, SHA256, SHA384 and SHA512; OpenLDAP also writes the other salted schemes. As in
 * EMQX, the whole value may be in Base64 again, as in LDIF files. A value without a scheme matches no password.
 */
function matchesUserPassword(stored: string, password: Uint8Array): boolean {
  const [, scheme = '', encoded = ''] =
    pattern.exec(stored) ?? pattern.exec(Buffer.from(stored, 'base64').toString('latin1')) ?? []
  const [digest, size, isSalted] = schemes[scheme.toLowerCase()] ?? []
  if (digest === undefined || size === undefined) return false
  const data = Buffer.from(encoded, 'base64')
  if (isSalted ? data.length < size : data.length !== size) return false
  const hash = createHash(digest).update(password).update(data.subarray(size)).digest()
  return timingSafeEqual(hash, data.subarray(0, size))
}

const pattern = /^\{([^{}]+)\}(.+)$/s
