import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { TrustedProxies } from '@mqdeck/kit'
import { namesClient } from '../../http/forwarded-headers.ts'
import { dataHeaders, pageHeaders } from '../../http/security-headers.ts'

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
const ofThisServer = new Set(['host', 'expect', 'cookie', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'])
/** Response headers that pass: about the response. Others would apply to the host name of this server or to its pages. */
const ofTheAnswer = new Set([
  'accept-ranges',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'retry-after',
  'trailer',
  'vary',
  'www-authenticate',
])

/** Request headers for the cluster: all except those of the connection, plus the origin of the request. */
export function toRequestHeaders(request: IncomingMessage, proxies: TrustedProxies): string[] {
  const { rawHeaders, headers, socket } = request
  const isBehindProxy = proxies.isTrusted(socket.remoteAddress)
  const kept = withoutHops(rawHeaders, (name) => ofThisServer.has(name) || (!isBehindProxy && namesClient(name)))
  const cookies = (headers.cookie ?? '').split(/;\s*/).filter(isOfMqdeck)
  return [
    ...kept,
    ...(cookies.length > 0 ? ['cookie', cookies.join('; ')] : []),
    ...forwarded(isBehindProxy ? headers : { host: headers.host }, socket),
  ]
}

/** Response headers for the caller. A redirect to another server does not pass. */
export const toAnswerHeaders = (headers: RawHeaders): string[] => [
  ...withoutHops(headers, (name) => !ofTheAnswer.has(name)),
  ...valuesOf(headers, 'location').flatMap((target) => (isRelative(target) ? ['location', target] : [])),
  ...valuesOf(headers, 'set-cookie').flatMap((cookie) => (isOfMqdeck(cookie) ? ['set-cookie', cookie] : [])),
]

/** Whether browsers resolve it to this server, wherever it is. */
const isRelative = (target: string) => URL.canParse(target, here) && new URL(target, here).origin === here
const here = 'http://this-server.invalid'

/** The only cookie that is needed: an MQDeck behind this one recognizes browsers by it. EMQX uses none. */
const isOfMqdeck = (cookie: string) => cookie.startsWith('mqdeck_browser_')

/** EMQX's API documentation is a page with scripts of its own server. All other responses are data. */
export const securityHeadersOf = (path: string): RawHeaders =>
  (path.startsWith('/api-docs') ? pageHeaders : dataHeaders).flat()

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

function withoutHops(headers: RawHeaders, isOmitted: (name: string) => boolean): string[] {
  const named = new Set(valuesOf(headers, 'connection').flatMap((value) => value.toLowerCase().split(/\s*,\s*/)))
  const kept: string[] = []
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const [name = '', value = ''] = [headers[i], headers[i + 1]]
    const lower = name.toLowerCase()
    // If Connection names Content-Length, removing it would leave a body without an end.
    const isHop = ofTheConnection.has(lower) || (named.has(lower) && lower !== 'content-length')
    if (!isHop && !isOmitted(lower)) kept.push(name, value)
  }
  return kept
}

/** All values of a header in their order. */
export function valuesOf(headers: RawHeaders, wanted: string): string[] {
  return headers.filter((_, i) => i % 2 === 1 && headers[i - 1]?.toLowerCase() === wanted)
}

const oneOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value)
