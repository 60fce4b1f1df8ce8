import { templateText } from '@mqdeck/kit'

const escaped = (value: unknown, special: RegExp): string => {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : templateText(value)
  return text.replaceAll(special, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** A value within a filter (RFC 4515, 3): it means itself, whatever is in it. */
export const escapedForFilter = (value: unknown): string => escaped(value, /[\\*()\0]/g)

/** A value within a distinguished name (RFC 4514, 2.4); spaces matter at its ends only, and may be escaped anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is escaped
export const escapedForDn = (value: unknown): string => escaped(value, /[\\"+,;<>=# \0-\x1f\x7f]/g)
