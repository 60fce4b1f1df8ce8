import { AppError } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { createLoginThrottle } from './login-throttle.ts'
import type { SecondFactors } from './second-factors.ts'
import type { TokenCheck, Tokens } from './tokens.ts'
import type { UserRecord, Users } from './users.ts'

/** Logging in and out. */
export interface Sessions {
  /**
   * A text when the password is right and the code of the user's second factor is missing or wrong.
   * @throws {AppError} BAD_USERNAME_OR_PWD, with status 429 while too many attempts wait
   */
  login(
    credentials: { readonly username: string; readonly password: string; readonly code: string | undefined },
    peer: string,
  ): Promise<{ readonly user: UserRecord; readonly token: string } | 'missing_mfa_token' | 'bad_mfa_token'>
  /**
   * Who is signed in shows that it is still the same person, before something that matters.
   * @param code of the second factor; undefined where there is none to show
   * @throws {AppError} ERROR_PWD_NOT_MATCH, BAD_MFA_TOKEN, with status 429 while too many attempts wait
   */
  prove(username: string, password: string, code: string | undefined, peer: string): Promise<void>
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

export function createSessions(users: Users, tokens: Tokens, factors: SecondFactors, clock: Clock): Sessions {
  const throttle = createLoginThrottle(clock)
  /** The user when the password is right; slow for who guesses. */
  const verify = async (username: string, password: string, peer: string) => {
    const user = await throttle.attempt(username, peer, () => users.verify(username, password))
    if (user !== 'busy') return user
    throw tooMany()
  }
  /**
   * A right password does not forgive wrong codes, and all sources count as one: who guesses codes has the password already,
   * and a million codes are soon guessed from many addresses.
   */
  const isCodeRight = async (username: string, code: string) => {
    const check = async () => (await factors.consume(username, code)) || undefined
    const answer = await throttle.attempt(`code of ${username}`, 'anywhere', check)
    if (answer === 'busy') throw tooMany()
    return answer === true
  }
  return {
    login: async ({ username, password, code }, peer) => {
      const verified = await verify(username, password, peer)
      // Hashing took a while: the user may have enrolled in between, or have another password.
      const user = verified && users.get(username)
      if (!user || user.tokenKey !== verified.tokenKey) throw new AppError('BAD_USERNAME_OR_PWD', 'Auth failed')
      if (user.secondFactor) {
        if (code === undefined || code === '') return 'missing_mfa_token'
        if (!(await isCodeRight(username, code))) return 'bad_mfa_token'
      }
      return { user, token: await tokens.issue(user) }
    },
    prove: async (username, password, code, peer) => {
      if (!(await verify(username, password, peer))) throw new AppError('ERROR_PWD_NOT_MATCH', 'The password is wrong')
      if (code !== undefined && !(await isCodeRight(username, code))) throw new AppError('BAD_MFA_TOKEN')
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

const tooMany = () =>
  new AppError('BAD_USERNAME_OR_PWD', 'Too many failed logins; wait a moment and try again', { status: 429 })
