import { isRecord } from '@mqdeck/contract'

/** Names that the placeholder `${client_attrs.name}` supports, as `is_restricted_str` of EMQX. */
const attributeName = /^[A-Za-z0-9][A-Za-z0-9_-]*$/

/** Client attributes from a token or HTTP response. Entries with an invalid name or value are skipped. */
export function clientAttributes(given: unknown): Readonly<Record<string, string>> {
  if (!isRecord(given)) return {}
  const isUsable = (entry: [string, unknown]): entry is [string, string] =>
    attributeName.test(entry[0]) && typeof entry[1] === 'string'
  return Object.fromEntries(Object.entries(given).filter(isUsable))
}
