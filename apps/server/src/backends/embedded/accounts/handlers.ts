import { AppError, type MfaRefusal, noContent, ok, type User } from '@mqdeck/contract'
import { DeclaredError } from '../../../http/declared-error.ts'
import type { Call } from '../../../http/mount.ts'
import type { Attempter } from './login-throttle.ts'
import type { UserRecord } from './users.ts'
import type { Services } from '../services.ts'
import type { HandlersOf } from '../handlers-of.ts'

export function userHandlers({ users, tokens, sessions, knownBrowsers, version }: Services): HandlersOf<'users'> {
  return {
    login: async ({ body }, call) => {
      const { username, password, mfa_token: code } = body
      const { peer, signal, cookies, isSecure } = call
      const known = knownBrowsers.find(username, cookies)
      const login = await sessions.login({ username, password, code }, { peer, known, signal })
      if (typeof login === 'string') throw new DeclaredError(401, toRefusal(login))
      const { user, token } = login
      return {
        ...ok({ license: { edition: 'ce' as const }, role: user.role, token, version }),
        headers: { 'set-cookie': knownBrowsers.cookie(username, known, isSecure) },
      }
    },
    logout: async ({ body }, call) => {
      await sessions.logout(body.username, call.user.token)
      return noContent
    },
    listUsers: () => ok(users.list().map(toUser)),
    createUser: async ({ body }) => ok(toUser(await users.create(body))),
    updateUser: async ({ params, query, body }) => {
      requireLocal(query.backend)
      return ok(toUser(await users.update(params.username, body)))
    },
    deleteUser: async ({ params, query }, call) => {
      requireLocal(query.backend)
      const { username } = params
      if (username === call.user.username && username !== users.defaultUsername) {
        throw new AppError('NOT_ALLOWED', 'Cannot delete self')
      }
      await users.remove(username)
      await tokens.revokeAll(username)
      return noContent
    },
    changePassword: async ({ params, body }, call) => {
      await sessions.changePassword(params.username, body.old_pwd, body.new_pwd, attempterOf(call))
      return noContent
    },
  }
}

/** A session proves that its user signed in here, so attempts from outside do not count against it. */
export const attempterOf = ({ peer, signal, user }: Call): Attempter => ({
  peer,
  signal,
  known: `session of ${user.username}`,
})

/** Users of other backends come with single sign-on, which does not exist here. */
function requireLocal(backend = 'local'): void {
  if (backend !== 'local') throw new AppError('USER_NOT_FOUND', 'username_not_found')
}

const toRefusal = (error: MfaRefusal['message']['error']): MfaRefusal => ({
  code: 'BAD_MFA_TOKEN',
  message: { error, mechanism: 'totp' },
})

const toUser = ({ username, description, role }: UserRecord): User => ({
  username,
  description,
  role,
  backend: 'local',
})
