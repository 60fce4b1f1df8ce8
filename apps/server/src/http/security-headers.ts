import type { FastifyReply } from 'fastify'

const contentSecurityPolicy = [
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

const headers = [
  ['content-security-policy', contentSecurityPolicy],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
] as const

/** For every response, so that nothing from this server can be framed, embedded or sniffed, or run foreign code. */
export function setSecurityHeaders({ raw }: FastifyReply): void {
  for (const [name, value] of headers) raw.setHeader(name, value)
}
