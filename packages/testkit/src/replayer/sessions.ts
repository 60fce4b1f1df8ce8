import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isRecord } from '@mqdeck/contract'
import type { Route } from './api-document.ts'
import type { Edition } from './editions.ts'
import type { Resources } from './resources.ts'
import { empty, invalid, ok, type ReplayedResponse, refuse } from './response.ts'

/** Authentication and authorization: users with tokens, programs with keys. */
export interface Sessions {
  /** @param node index of the node; tokens are valid on all nodes unless `ownTokens` is set */
  login(body: unknown, node: number): ReplayedResponse
  logout(headers: IncomingHttpHeaders): ReplayedResponse
  /** Username or key name, or the error response. */
  check(
    headers: IncomingHttpHeaders,
    method: string,
    route: Route,
    node: number,
  ): { readonly user: string } | ReplayedResponse
  changePassword(user: string, body: unknown): ReplayedResponse
  rememberUser(name: string, password: string): void
  rememberKey(key: string, secret: string, name: string): void
}

const badToken = refuse(401, 'BAD_TOKEN', 'Get a token by POST /login')
const badLogin = refuse(401, 'BAD_USERNAME_OR_PWD', 'Auth failed')
const basic = { 'www-authenticate': 'Basic Realm="emqx-dashboard"' }

/** Paths that do not accept API keys. */
const usersOnly = /^\/(users|api_key|logout)(\/|$)/

export interface SessionOptions {
  readonly edition: Edition
  readonly ownTokens: boolean
  /** Password of `admin`. */
  readonly password: string
}

export function createSessions(resources: Resources, { edition, ownTokens, password }: SessionOptions): Sessions {
  const passwords = new Map([
    ['admin', password],
    ['viewer1', 'Abcd1234!'],
  ])
  const tokens = new Map<string, { readonly user: string; readonly node: number }>()
  const keys = new Map<string, { readonly secret: string; readonly name: string }>()
  const userRow = (name: string) => resources.rows('/users')?.find(({ username }) => username === name)

  return {
    login(body, node) {
      if (!isRecord(body)) return refuse(400, 'BAD_REQUEST', 'Invalid json message received')
      const missing = ['username', 'password'].find((key) => body[key] === undefined)
      if (missing !== undefined) return invalid({ reason: 'required_field', path: missing, kind: 'validation_error' })
      const row = userRow(String(body.username))
      if (!row || passwords.get(String(body.username)) !== body.password) return badLogin
      // Has the shape of EMQX's tokens, which are JWTs.
      const token = ['e30', randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')].join('.')
      tokens.set(token, { user: String(row.username), node })
      const role = edition === 'enterprise' ? { role: row.role ?? 'administrator' } : {}
      return ok({ license: { edition: edition === 'enterprise' ? 'ee' : 'ce' }, ...role, token, version: '5.8.9' })
    },
    logout({ authorization = '' }) {
      tokens.delete(authorization.slice('Bearer '.length))
      return empty()
    },
    check({ authorization = '' }, method, route, node) {
      if (authorization.startsWith('Basic ')) {
        const [key = '', secret] = atob(authorization.slice('Basic '.length)).split(':')
        const known = keys.get(key)
        if (!known || known.secret !== secret)
          return { ...refuse(401, 'BAD_API_KEY_OR_SECRET', 'Check api_key/api_secret'), headers: basic }
        if (usersOnly.test(route.path))
          return refuse(401, 'API_KEY_NOT_ALLOW', "This API Key don't have permission to access this resource")
        return { user: known.name }
      }
      if (!authorization.startsWith('Bearer '))
        return { ...refuse(401, 'AUTHORIZATION_HEADER_ERROR', 'Support authorization: basic/bearer '), headers: basic }
      const session = tokens.get(authorization.slice('Bearer '.length))
      if (!session || (ownTokens && session.node !== node) || !userRow(session.user)) return badToken
      const isOwn = route.path === '/logout' || route.path === `/users/${session.user}/change_pwd`
      if (userRow(session.user)?.role === 'viewer' && method !== 'GET' && !isOwn)
        return refuse(403, 'UNAUTHORIZED_ROLE', "You don't have permission to access this resource")
      return { user: session.user }
    },
    changePassword(user, body) {
      if (!userRow(user)) return refuse(404, 'USER_NOT_FOUND', 'User not found')
      if (!isRecord(body) || passwords.get(user) !== body.old_pwd)
        return refuse(400, 'ERROR_PWD_NOT_MATCH', 'Old password not match')
      const weak = weakness(body.new_pwd)
      if (weak) return weak
      passwords.set(user, String(body.new_pwd))
      return empty()
    },
    rememberUser: (name, password) => void passwords.set(name, password),
    rememberKey: (key, secret, name) => void keys.set(key, { secret, name }),
  }
}

/** Error for a password that is too short or too long. */
export const weakness = (password: unknown): ReplayedResponse | undefined =>
  typeof password === 'string' && password.length >= 8 && password.length <= 64
    ? undefined
    : refuse(400, 'BAD_REQUEST', 'The range of password length is 8~64')
