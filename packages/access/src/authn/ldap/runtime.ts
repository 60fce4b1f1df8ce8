import { createHash, timingSafeEqual } from 'node:crypto'
import type { LdapEntry } from '@mqdeck/drivers'
import { parseTemplate, renderTemplate, SettingsError } from '@mqdeck/kit'
import { createLdapQuery, type LdapQuery } from '../../ldap/query.ts'
import { authnLookup, authnNames, unknownPlaceholder } from '../../placeholders.ts'
import { ignored, isTrue, rejected } from '../check-password.ts'
import type { Authenticator, AuthnAnswer, AuthnBackend, AuthnContext, Credentials, Note } from '../port.ts'
import { type LdapAuthnSettings, ldap as manifest } from './manifest.ts'

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

/** Scheme, OpenSSL's name, bytes of the hash; what follows the hash is salt. */
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
 * Whether a value of `userPassword` is this password (RFC 2307, 5.3): `{SSHA}` and Base64 of the hash, with the salt behind it.
 * EMQX knows MD5, SHA, SSHA, SHA256, SHA384 and SHA512; the other salted ones are what OpenLDAP writes besides. As in EMQX the
 * whole may be in Base64 once more, as in LDIF files. A value without a scheme is no password.
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
