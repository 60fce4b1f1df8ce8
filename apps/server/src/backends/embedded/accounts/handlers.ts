import { AppError, type MfaRefusal, noContent, ok, type User } from '@mqdeck/contract'
import { DeclaredError } from '../../../http/error-map.ts'
import type { BrokerContext } from '../broker-context.ts'
import { type HandlersOf, secondsToRfc3339 } from '../management.ts'
import { attempterOf } from './attempter.ts'
import type { Accounts } from './service.ts'
import type { UserRecord } from './users.ts'

export function userHandlers({
  users,
  tokens,
  sessions,
  knownBrowsers,
  version,
}: Accounts & Pick<BrokerContext, 'version'>): HandlersOf<'sessions'> & HandlersOf<'users'> {
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

export function mfaHandlers({ twoFactor, sessions, tokens, users }: Accounts): HandlersOf<'mfa'> {
  /** Checked before credentials are requested that the user does not have. */
  const requireFactor = (username: string) => {
    if (!users.get(username)?.secondFactor)
      throw new AppError('NOT_FOUND', 'Two-factor authentication is not enabled for this user')
  }
  return {
    listSecondFactors: () =>
      ok(
        twoFactor.list().map(({ username, factor }) => ({
          username,
          mechanism: 'totp' as const,
          enrolled_at: secondsToRfc3339(factor.enrolledAt),
          recovery_codes_left: factor.recoveryCodes.length,
        })),
      ),
    // Someone at an unlocked screen must not be able to lock the owner out.
    enrolSecondFactor: async ({ body }, call) => {
      const { user } = call
      await sessions.prove(user.username, body.password, undefined, attempterOf(call))
      return ok(twoFactor.begin(user.username))
    },
    confirmSecondFactor: async ({ body }, { user }) => {
      const codes = await twoFactor.confirm(user.username, body.mfa_token)
      // Other sessions signed in with the password only.
      await tokens.revokeOthers(user.username, user.token)
      return ok({ recovery_codes: [...codes] })
    },
    renewRecoveryCodes: async ({ body }, call) => {
      const { user } = call
      requireFactor(user.username)
      await sessions.prove(user.username, body.password, body.mfa_token, attempterOf(call))
      return ok({ recovery_codes: [...(await twoFactor.renewRecoveryCodes(user.username))] })
    },
    disableSecondFactor: async ({ body }, call) => {
      const { user } = call
      requireFactor(user.username)
      await sessions.prove(user.username, body.password, body.mfa_token, attempterOf(call))
      await twoFactor.remove(user.username)
      return noContent
    },
    resetSecondFactor: async ({ params }, call) => {
      if (params.username === call.user.username)
        throw new AppError('NOT_ALLOWED', 'Disable your own two-factor authentication with your password and a code')
      await twoFactor.remove(params.username)
      return noContent
    },
  }
}
