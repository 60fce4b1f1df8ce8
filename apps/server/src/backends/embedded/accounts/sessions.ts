import { AppError } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { createLoginThrottle } from './login-throttle.ts'
import type { TokenCheck, Tokens } from './tokens.ts'
import type { UserRecord, Users } from './users.ts'

/** Logging in and out. */
export interface Sessions {
  /** @throws {AppError} BAD_USERNAME_OR_PWD, with status 429 while too many attempts wait */
  login(
    username: string,
    password: string,
    peer: string,
  ): Promise<{ readonly user: UserRecord; readonly token: string }>
  /**
   * Ends the user's tokens too.
   * @throws {AppError} USER_NOT_FOUND, ERROR_PWD_NOT_MATCH, BAD_REQUEST for a new password that breaks the policy, with
   *   status 429 while too many attempts wait
   */
  changePassword(username: string, oldPassword: string, newPassword: string, peer: string): Promise<void>
  /** @throws {AppError} BAD_USERNAME_OR_PWD when the token is not that user's */
  logout(username: string, token: string): Promise<void>
  check(token: string): TokenCheck
}

export function createSessions(users: Users, tokens: Tokens, clock: Clock): Sessions {
  const throttle = createLoginThrottle(clock)
  /** The user when the password is right; slow for who guesses. */
  const verify = async (username: string, password: string, peer: string) => {
    const user = await throttle.attempt(username, peer, () => users.verify(username, password))
    if (user !== 'busy') return user
    const message = 'Too many failed logins; wait a moment and try again'
    throw new AppError('BAD_USERNAME_OR_PWD', message, { status: 429 })
  }
  return {
    login: async (username, password, peer) => {
      const user = await verify(username, password, peer)
      if (!user) throw new AppError('BAD_USERNAME_OR_PWD', 'Auth failed')
      return { user, token: await tokens.issue(user) }
    },
    changePassword: async (username, oldPassword, newPassword, peer) => {
      if (oldPassword === '' || newPassword === '') {
        throw new AppError('BAD_REQUEST', 'Old password or new password undefined')
      }
      if (!users.get(username)) throw new AppError('USER_NOT_FOUND', 'User not found')
      if (!(await verify(username, oldPassword, peer))) {
        throw new AppError('ERROR_PWD_NOT_MATCH', 'Old password not match')
      }
      await users.setPassword(username, newPassword)
      await tokens.revokeAll(username)
    },
    logout: async (username, token) => {
      if (!(await tokens.revoke(username, token))) {
        throw new AppError('BAD_USERNAME_OR_PWD', 'Ensure your token & username')
      }
    },
    check: tokens.check,
  }
}
