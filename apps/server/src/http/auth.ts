import { AppError, type EndpointShape } from '@mqdeck/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity, TokenVerifier } from './identity.ts'

/** Paths that an API key never opens, whatever its role. */
const noApiKeys = /^\/(users|api_key|logout)(\/|$)/

/**
 * Who sends this request, for an endpoint that is not public.
 * @throws {AppError} 401 or 403 in EMQX's words; sets WWW-Authenticate where EMQX does
 */
export function authenticate(
  endpoint: EndpointShape,
  request: FastifyRequest,
  reply: FastifyReply,
  verify: TokenVerifier,
): Identity {
  const [scheme = '', credentials = ''] = (request.headers.authorization ?? '').split(' ', 2)
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return permit(endpoint, request, checkToken(credentials, verify))
    case 'basic':
      // API keys arrive with "Operate"; until then none is right.
      askForBasic(reply)
      throw noApiKeys.test(endpoint.path)
        ? new AppError('API_KEY_NOT_ALLOW', "This API Key don't have permission to access this resource")
        : new AppError('BAD_API_KEY_OR_SECRET', 'Check api_key/api_secret')
    default:
      askForBasic(reply)
      throw new AppError('AUTHORIZATION_HEADER_ERROR', 'Support authorization: basic/bearer ')
  }
}

function checkToken(token: string, verify: TokenVerifier): Identity {
  const user = verify(token)
  if (user === 'unknown') throw new AppError('BAD_TOKEN', 'Get a token by POST /login')
  if (user === 'expired') throw new AppError('TOKEN_TIME_OUT', 'Token expired, get new token by POST /login')
  return { username: user.username, role: user.role, token }
}

/** Viewers read, log out and change their own password. */
function permit(endpoint: EndpointShape, request: FastifyRequest, user: Identity): Identity {
  const params = request.params as { readonly username?: string } // Fastify fills it from the path
  const allowed =
    user.role === 'administrator' ||
    endpoint.method === 'GET' ||
    endpoint.path === '/logout' ||
    (endpoint.path === '/users/{username}/change_pwd' && params.username === user.username)
  if (!allowed) throw new AppError('UNAUTHORIZED_ROLE', "You don't have permission to access this resource")
  return user
}

function askForBasic(reply: FastifyReply): void {
  reply.raw.setHeader('WWW-Authenticate', 'Basic Realm="emqx-dashboard"')
}
