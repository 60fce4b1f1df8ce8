import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self' ws: wss:",
  "img-src 'self' data:",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')

/** For responses that are not pages. */
const dataPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

/** The dashboard uses the clipboard and no device. */
const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

type Header = readonly [name: string, value: string]

const headersWith = (policy: string): readonly Header[] => [
  ['content-security-policy', policy],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['permissions-policy', permissionsPolicy],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
]

/** For every response, so that nothing from this server can be framed, embedded or sniffed, or run foreign code. */
export const pageHeaders = headersWith(pagePolicy)
export const dataHeaders = headersWith(dataPolicy)

/** A year, as browsers recommend. Subdomains may be other servers. */
const strictTransport: Header = ['strict-transport-security', 'max-age=31536000']

/** @param isHttpsOnly false if http is enabled, too: browsers would no longer connect to it */
export function setSecurityHeaders(response: ServerResponse, socket: Socket, isHttpsOnly: boolean): void {
  for (const [name, value] of pageHeaders) response.setHeader(name, value)
  if (isHttpsOnly && 'encrypted' in socket) response.setHeader(...strictTransport)
}

/** A complete response for a connection that Node no longer handles. */
export function rawResponse(status: string, body = '', type = 'application/json'): string {
  const headers: readonly Header[] = [
    ...(body === '' ? [] : ([['content-type', type]] as const)),
    ['content-length', String(Buffer.byteLength(body))],
    ...dataHeaders,
    ['connection', 'close'],
  ]
  return `HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
