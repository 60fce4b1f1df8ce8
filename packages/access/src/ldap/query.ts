import { type LdapConnection, type LdapEntry, type LdapSettings, ldapType } from '@mqdeck/drivers'
import { type Clock, type Lookup, parseTemplate, renderTemplate, SettingsError, templateText } from '@mqdeck/kit'
import type { Note } from '../authn/port.ts'
import { type Backend, createBackend } from '../backend.ts'
import { unknownPlaceholder, withoutPassword } from '../placeholders.ts'

export interface LdapQuerySettings extends Omit<LdapSettings, 'folder' | 'password'> {
  readonly password?: string | undefined
  readonly base_dn: string
  readonly filter: string
  /** Milliseconds. */
  readonly query_timeout: number
}

export interface LdapQueryContext {
  /** Placeholders that the settings may contain. */
  readonly names: readonly string[]
  readonly clock: Clock
  readonly folder: string
}

/** One search of the settings, made again and again. */
export interface LdapQuery extends Backend<LdapConnection> {
  /** The entry of a client; undefined when there is none. Rejects when there are several, as EMQX does. */
  find(lookup: Lookup, attributes: readonly string[], note?: Note): Promise<LdapEntry | undefined>
}

/** @throws {SettingsError} for an unknown placeholder */
export function createLdapQuery(settings: LdapQuerySettings, { names, clock, folder }: LdapQueryContext): LdapQuery {
  for (const field of ['base_dn', 'filter'] as const) {
    const unknown = unknownPlaceholder(settings[field], names)
    if (unknown !== undefined) throw new SettingsError(field, `the placeholder \${${unknown}} is not available here`)
  }
  const base = parseTemplate(settings.base_dn)
  const filter = parseTemplate(withoutGaps(settings.filter))
  const { query_timeout: timeout } = settings
  const backend = createBackend(ldapType({ ...settings, password: settings.password, folder }), { clock })
  const searchFor = (lookup: Lookup) => ({
    // Missing values are replaced by an empty string, as in EMQX.
    base: renderTemplate(base, lookup, escapedForDn, () => ''),
    filter: renderTemplate(filter, lookup, escapedForFilter, () => ''),
  })
  return {
    ...backend,
    async find(lookup, attributes, note) {
      if (note) {
        const shown = searchFor(withoutPassword(lookup))
        note('search base', shown.base)
        note('filter', shown.filter)
      }
      const search = { ...searchFor(lookup), attributes }
      const found = await backend.ask((connection) => connection.search(search, timeout))
      const [entry, other] = found
      if (other) throw new Error('the search matches more than one entry')
      note?.(entry ? 'entry found' : 'entry not found', entry?.dn)
      return entry
    },
  }
}

/** EMQX lets people write `(& (a=b) (c=d))`; the RFC does not. Within values there are no bare parentheses. */
const withoutGaps = (filter: string): string =>
  filter
    .trim()
    .replaceAll(/([(&|!])\s+(?=\()/g, '$1')
    .replaceAll(/\(\s+(?=[&|!])/g, '(')
    .replaceAll(/\)\s+(?=[()])/g, ')')

const escaped = (value: unknown, special: RegExp): string => {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : templateText(value)
  return text.replaceAll(special, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Escapes a value for a filter (RFC 4515, 3), so that it only matches itself. */
const escapedForFilter = (value: unknown): string => escaped(value, /[\\*()\0]/g)

/** A value within a distinguished name (RFC 4514, 2.4); spaces matter at its ends only, and may be escaped anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is escaped
const escapedForDn = (value: unknown): string => escaped(value, /[\\"+,;<>=# \0-\x1f\x7f]/g)
