import { AppError } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { type Attempter, createLoginThrottle } from './login-throttle.ts'
import type { SecondFactors } from './second-factors.ts'
import type { TokenCheck, Tokens } from './tokens.ts'
import type { UserRecord, Users } from './users.ts'

/** Logging in and out. */
export interface Sessions {
  /**
   * A text when the password is right and the code of the user's second factor is missing or wrong.
   * @throws {AppError} BAD_USERNAME_OR_PWD, TOO_MANY_REQUESTS after too many failures
   */
  login(
    credentials: { readonly username: string; readonly password: string; readonly code: string | undefined },
    attempter: Attempter,
  ): Promise<{ readonly user: UserRecord; readonly token: string } | 'missing_mfa_token' | 'bad_mfa_token'>
  /**
   * Who is signed in shows that it is still the same person, before something that matters.
   * @param code of the second factor; undefined where there is none to show
   * @throws {AppError} ERROR_PWD_NOT_MATCH, BAD_MFA_TOKEN, TOO_MANY_REQUESTS after too many failures
   */
  prove(username: string, password: string, code: string | undefined, attempter: Attempter): Promise<void>
  /**
   * Ends the user's tokens too.
   * @throws {AppError} USER_NOT_FOUND, ERROR_PWD_NOT_MATCH, BAD_REQUEST for a new password that breaks the policy,
   *   TOO_MANY_REQUESTS after too many failures
   */
  changePassword(username: string, oldPassword: string, newPassword: string, attempter: Attempter): Promise<void>
  /** @throws {AppError} BAD_USERNAME_OR_PWD when the token is not that user's */
  logout(username: string, token: string): Promise<void>
  check(token: string): TokenCheck
}

export function createSessions(users: Users, tokens: Tokens, factors: SecondFactors, clock: Clock): Sessions {
  const passwords = createLoginThrottle({ clock })
  /** A code has a million values: guesses wait longer. */
  const codes = createLoginThrottle({ clock, longest: 30_000 })
  const verify = (username: string, password: string, attempter: Attempter) =>
    passwords.attempt(username, attempter, () => users.verify(username, password))
  /**
   * A right password does not reset the failures of codes, and all unknown sources count as one: an attacker who guesses codes has the password
   * already and may have many addresses.
   */
  const isCodeRight = async (username: string, code: string, { known, signal }: Attempter) => {
    const check = async () => (await factors.consume(username, code)) || undefined
    return (await codes.attempt(username, { peer: 'anywhere', known, ...(signal && { signal }) }, check)) === true
  }
  return {
    login: async ({ username, password, code }, attempter) => {
      const verified = await verify(username, password, attempter)
      // Hashing took a while: the user may have enrolled in between, or have another password.
      const user = verified && users.get(username)
      if (!user || user.tokenKey !== verified.tokenKey) throw new AppError('BAD_USERNAME_OR_PWD', 'Auth failed')
      if (user.secondFactor) {
        if (code === undefined || code === '') return 'missing_mfa_token'
        if (!(await isCodeRight(username, code, attempter))) return 'bad_mfa_token'
      }
      return { user, token: await tokens.issue(user) }
    },
    prove: async (username, password, code, attempter) => {
      if (!(await verify(username, password, attempter)))
        throw new AppError('ERROR_PWD_NOT_MATCH', 'The password is wrong')
      if (code !== undefined && !(await isCodeRight(username, code, attempter))) throw new AppError('BAD_MFA_TOKEN')
    },
    changePassword: async (username, oldPassword, newPassword, attempter) => {
      if (oldPassword === '' || newPassword === '') {
        throw new AppError('BAD_REQUEST', 'Old password or new password undefined')
      }
      if (!users.get(username)) throw new AppError('USER_NOT_FOUND', 'User not found')
      if (!(await verify(username, oldPassword, attempter))) {
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
