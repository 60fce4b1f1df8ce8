import { isRecord } from '@mqdeck/contract'

/** As EMQX's `is_restricted_str`: what a place holder `${client_attrs.name}` can name. */
const attributeName = /^[A-Za-z0-9][A-Za-z0-9_-]*$/

/** `client_attrs` as tokens and answers over HTTP give them; what is no name or no text is left away. */
export function clientAttributes(given: unknown): Readonly<Record<string, string>> {
  if (!isRecord(given)) return {}
  const isUsable = (entry: [string, unknown]): entry is [string, string] =>
    attributeName.test(entry[0]) && typeof entry[1] === 'string'
  return Object.fromEntries(Object.entries(given).filter(isUsable))
}
