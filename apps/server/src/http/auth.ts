import { AppError, type EndpointShape } from '@mqdeck/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity, Verifiers } from './identity.ts'

/**
 * Authenticates the caller of an endpoint that is not public.
 * @throws {AppError} 401 with EMQX's message, 429 after too many wrong secrets; sets WWW-Authenticate where EMQX does
 */
export function authenticate(
  endpoint: EndpointShape,
  request: FastifyRequest,
  reply: FastifyReply,
  verifiers: Verifiers,
): Identity {
  const { authorization = '' } = request.headers
  const scheme = schemeOf(authorization)
  if (scheme !== 'bearer') askForBasic(reply)
  // Before the key is checked: these endpoints do not accept keys of any role.
  if (scheme === 'basic' && endpoint.auth === 'session')
    throw new AppError('API_KEY_NOT_ALLOW', "This API Key don't have permission to access this resource")
  const identity = identify(authorization, request.ip, verifiers)
  reply.raw.removeHeader('WWW-Authenticate')
  return identity
}

/**
 * The caller with this `Authorization`.
 * @throws {AppError} 401 with EMQX's message, 429 after too many wrong secrets
 */
export function identify(authorization: string, peer: string, verifiers: Verifiers): Identity {
  const [, credentials = ''] = authorization.split(' ', 2)
  switch (schemeOf(authorization)) {
    case 'bearer':
      return checkToken(credentials, verifiers)
    case 'basic':
      return checkKey(credentials, peer, verifiers)
    default:
      throw new AppError('AUTHORIZATION_HEADER_ERROR', 'Support authorization: basic/bearer ')
  }
}

const schemeOf = (authorization: string) => authorization.split(' ', 1)[0]?.toLowerCase()

/**
 * Viewers may read, sign out, and manage their own password and two-factor authentication. Publishers may publish.
 * @throws {AppError} 403
 */
export function authorize(endpoint: EndpointShape, request: FastifyRequest, identity: Identity): void {
  const params = request.params as { readonly username?: string } // Fastify sets it from the path
  if (!isAllowed(endpoint, params, identity))
    throw new AppError('UNAUTHORIZED_ROLE', "You don't have permission to access this resource")
}

function isAllowed(
  { method, path, allows }: EndpointShape,
  params: { readonly username?: string },
  identity: Identity,
) {
  switch (identity.role) {
    case 'administrator':
      return true
    case 'publisher':
      return method === 'POST' && (path === '/publish' || path === '/publish/bulk')
    case 'viewer':
      if (allows === 'administrators') return false
      if (method === 'GET') return true
      return identity.kind === 'user' && (allows === 'oneself' || isOwnPassword(path, params, identity.username))
  }
}

const isOwnPassword = (path: string, params: { readonly username?: string }, username: string) =>
  path === '/users/{username}/change_pwd' && params.username === username

function checkToken(token: string, verifiers: Verifiers): Identity {
  const user = verifiers.token(token)
  if (user === 'unknown') throw new AppError('BAD_TOKEN', 'Get a token by POST /login')
  if (user === 'expired') throw new AppError('TOKEN_TIME_OUT', 'Token expired, get new token by POST /login')
  return { kind: 'user', username: user.username, role: user.role, token }
}

function checkKey(credentials: string, peer: string, verifiers: Verifiers): Identity {
  const basic = readBasic(credentials)
  const found = basic ? verifiers.key(basic.apiKey, basic.secret, peer) : 'unknown'
  if (!basic || found === 'unknown') throw new AppError('BAD_API_KEY_OR_SECRET', 'Check api_key/api_secret')
  return { kind: 'key', name: found.name, apiKey: basic.apiKey, role: found.role }
}

/** Longer than any key and secret. Longer values are not decoded. */
const maxCredentials = 1024

/** RFC 7617: the secret is everything after the first colon. */
function readBasic(credentials: string): { readonly apiKey: string; readonly secret: string } | undefined {
  if (credentials.length > maxCredentials) return undefined
  const text = Buffer.from(credentials, 'base64').toString()
  const colon = text.indexOf(':')
  return colon > 0 ? { apiKey: text.slice(0, colon), secret: text.slice(colon + 1) } : undefined
}

function askForBasic(reply: FastifyReply): void {
  reply.raw.setHeader('WWW-Authenticate', 'Basic Realm="emqx-dashboard"')
}
