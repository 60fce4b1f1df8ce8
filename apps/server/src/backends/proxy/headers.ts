import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** Alternating names and values, as Node and undici use them. */
export type RawHeaders = readonly string[]

/** Headers of a single connection: RFC 9110, 7.6.1 and 11.7. */
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
/** Not forwarded: the cluster has its own host name, and `100 Continue` was handled here. */
const ofThisServer = new Set(['host', 'expect', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'])

/** Request headers for the cluster: all except those of the connection, plus the origin of the request. */
export function toRequestHeaders({ rawHeaders, headers, socket }: IncomingMessage): string[] {
  return [...withoutHops(rawHeaders, ofThisServer), ...forwarded(headers, socket)]
}

/** Response headers for the caller. */
export const toAnswerHeaders = (headers: RawHeaders): string[] => withoutHops(headers)

/** A proxy in front of this server has better knowledge of the original request. Addresses are appended to the list. */
function forwarded(headers: IncomingMessage['headers'], socket: IncomingMessage['socket']): string[] {
  const isSecure = 'encrypted' in socket && (socket as TLSSocket).encrypted // of an https server
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
    // If Connection names Content-Length, removing it would leave a body without an end.
    const isHop = ofTheConnection.has(lower) || (named.has(lower) && lower !== 'content-length')
    if (!isHop && !others.has(lower)) kept.push(name, value)
  }
  return kept
}

/** All values of a header in their order. */
export function valuesOf(headers: RawHeaders, wanted: string): string[] {
  return headers.filter((_, i) => i % 2 === 1 && headers[i - 1]?.toLowerCase() === wanted)
}

const oneOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value)
