import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** Names and values by turns, as Node and undici give and take them. */
export type RawHeaders = readonly string[]

/** They speak of one connection only: RFC 9110, 7.6.1 and 11.7. */
const ofTheConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
])
/** Not for the cluster: the host is its own, and `100 Continue` has been answered here. */
const ofThisServer = new Set(['host', 'expect', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'])

/** What the cluster gets to read: all but what is of this connection, and where the request came from. */
export function toRequestHeaders({ rawHeaders, headers, socket }: IncomingMessage): string[] {
  return [...withoutHops(rawHeaders, ofThisServer), ...forwarded(headers, socket)]
}

/** What the caller gets to read of the answer. */
export const toAnswerHeaders = (headers: RawHeaders): string[] => withoutHops(headers)

/** Whoever stands in front of us knows better what the caller asked for; the addresses are a list. */
function forwarded(headers: IncomingMessage['headers'], socket: IncomingMessage['socket']): string[] {
  const isSecure = 'encrypted' in socket && (socket as TLSSocket).encrypted // of a server for https
  const host = oneOf(headers['x-forwarded-host']) ?? headers.host
  const peers = [oneOf(headers['x-forwarded-for']), socket.remoteAddress].filter((peer) => peer !== undefined)
  return [
    'x-forwarded-for',
    peers.join(', '),
    'x-forwarded-proto',
    oneOf(headers['x-forwarded-proto']) ?? (isSecure ? 'https' : 'http'),
    ...(host === undefined ? [] : ['x-forwarded-host', host]),
  ]
}

function withoutHops(headers: RawHeaders, others: ReadonlySet<string> = new Set()): string[] {
  const named = new Set(valuesOf(headers, 'connection').flatMap((value) => value.toLowerCase().split(/\s*,\s*/)))
  const kept: string[] = []
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const [name = '', value = ''] = [headers[i], headers[i + 1]]
    const lower = name.toLowerCase()
    // A length that Connection names would leave a body without an end.
    const isHop = ofTheConnection.has(lower) || (named.has(lower) && lower !== 'content-length')
    if (!isHop && !others.has(lower)) kept.push(name, value)
  }
  return kept
}

/** All values of a header, in their order. */
export function valuesOf(headers: RawHeaders, wanted: string): string[] {
  return headers.filter((_, i) => i % 2 === 1 && headers[i - 1]?.toLowerCase() === wanted)
}

const oneOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value)
