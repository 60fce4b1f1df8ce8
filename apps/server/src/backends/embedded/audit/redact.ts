import { hideSecrets, isPlaceholder, isRecord, isSecretHeader, isSecretName, mask } from '@mqdeck/contract'

/** Approximate number of characters recorded for one value and for all values. */
const maxTextLength = 1024
const maxCharacters = 8192
const maxItems = 100
const deepest = 12
/** Characters counted for each value. */
const smallestCost = 8
/** A secret in a URL is not longer than this. */
const maxSecretLength = 512

/**
 * Prepares request data for the audit log: secrets become `******`, and long, large or deep values are cut with a note.
 * @param payload how a field named `payload` is shown
 */
export function redact(value: unknown, payload: (text: unknown) => unknown = (text) => text): unknown {
  const room = { left: maxCharacters }
  const clip = (text: string, longest = maxTextLength) => {
    const length = Math.max(0, Math.min(longest, room.left))
    room.left -= Math.min(text.length, length)
    return text.length <= length ? text : `${text.slice(0, length)}...(${text.length - length} more characters)`
  }
  const walk = (inner: unknown, depth: number): unknown => {
    room.left -= smallestCost
    if (typeof inner === 'string') return clip(redactText(inner))
    if (room.left <= 0) return '...'
    if (typeof inner !== 'object' || inner === null) return inner
    if (depth === 0) return '...'
    if (Array.isArray(inner)) {
      const shown = inner.slice(0, maxItems).map((item) => walk(item, depth - 1))
      return inner.length > maxItems ? [...shown, `...(${inner.length - maxItems} more)`] : shown
    }
    const entries = Object.entries(inner)
    const shown = entries.slice(0, maxItems).map(([name, item]) => {
      if (isSecretName(name)) return [clip(name), hide(item)]
      if (isHeaders(name)) return [clip(name), walk(hideValues(item), depth - 1)]
      if (name === 'request') return [clip(name), walk(hideBody(item), depth - 1)]
      return [clip(name), walk(name === 'payload' ? payload(item) : item, depth - 1)]
    })
    if (entries.length > maxItems) shown.push(['...', `${entries.length - maxItems} more`])
    return Object.fromEntries(shown)
  }
  return walk(value, deepest)
}

/** Headers that are sent to another server. */
const isHeaders = (name: string) => /(^|_)headers$/i.test(name)

/** `{ name: value }`, or a list of `{ key, value }` as for Kafka. */
const hideValues = (headers: unknown): unknown => {
  if (Array.isArray(headers) && headers.every(isRecord)) return headers.map((one) => hideFields(one, isHeaderValue))
  return isRecord(headers) ? hideFields(headers, isSecretHeader) : hide(headers)
}

const isHeaderValue = (name: string) => !/(^|_)(key|name)$/.test(name)

/** `connector_http.request` in settings of HTTP servers. */
const hideBody = (request: unknown) => (isRecord(request) ? hideFields(request, (name) => name === 'body') : request)

const hideFields = (record: Readonly<Record<string, unknown>>, isSecret: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, isSecret(name) ? hide(value) : value]))

/** Whether the value at a path such as `root.exporter.headers.x-team` is a secret. */
export const isSecretPath = (path: string): boolean => {
  const names = path.split('.')
  return names.some((name, index) => {
    const next = names[index + 1] ?? ''
    return isSecretName(name) || (isHeaders(name) && isSecretHeader(next)) || (name === 'request' && next === 'body')
  })
}

/** Empty values, booleans and placeholders such as `${password}` are not secrets. */
const hide = (value: unknown) =>
  value === '' || typeof value === 'boolean' || value == null || (typeof value === 'string' && isPlaceholder(value))
    ? value
    : mask

/** Private keys, tokens and secrets in URLs. Text that is cut off anyway is not checked. */
const redactText = (text: string) =>
  text.includes('PRIVATE KEY-----') || token.test(text)
    ? mask
    : hideSecrets(text.slice(0, maxTextLength + maxSecretLength)) + text.slice(maxTextLength + maxSecretLength)

/** A JWT (RFC 7519). Clients may send one as their username. It starts with `{"` in base64. */
const token = /^eyJ[\w-]{8,}\.[\w-]{8,}/
