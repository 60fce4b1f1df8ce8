import { AppError } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import type { SecurityProfile } from '../../../start-options/security-profile.ts'
import { settings } from '../../../start-options/start-options.ts'
import { type Attempter, createLoginThrottle } from './login-throttle.ts'
import type { TokenCheck, Tokens } from './tokens.ts'
import type { TwoFactor } from './two-factor.ts'
import type { UserRecord, Users } from './users.ts'

/** Sign-in, sign-out and password changes. */
export interface Sessions {
  /**
   * Returns the token, or a text if the password is right but the code of two-factor authentication is missing or
   * wrong.
   * @throws {AppError} BAD_USERNAME_OR_PWD, TOO_MANY_REQUESTS after too many failures
   */
  login(
    credentials: { readonly username: string; readonly password: string; readonly code: string | undefined },
    attempter: Attempter,
  ): Promise<{ readonly user: UserRecord; readonly token: string } | 'missing_mfa_token' | 'bad_mfa_token'>
  /**
   * Asks a signed-in user for the credentials again before a sensitive change.
   * @param code code of two-factor authentication; undefined if the user has none enabled
   * @throws {AppError} ERROR_PWD_NOT_MATCH, BAD_MFA_TOKEN, TOO_MANY_REQUESTS after too many failures
   */
  prove(username: string, password: string, code: string | undefined, attempter: Attempter): Promise<void>
  /**
   * Also revokes the user's tokens.
   * @throws {AppError} USER_NOT_FOUND, ERROR_PWD_NOT_MATCH, BAD_REQUEST for a new password that violates the policy,
   *   TOO_MANY_REQUESTS after too many failures
   */
  changePassword(username: string, oldPassword: string, newPassword: string, attempter: Attempter): Promise<void>
  /** @throws {AppError} BAD_USERNAME_OR_PWD if the token does not belong to that user */
  logout(username: string, token: string): Promise<void>
  check(token: string): TokenCheck
}

/** Everyone knows it. The policy of passwords prevents it for other users. */
const wellKnownPassword = settings['dashboard.default_password'].default

const defaultPasswordRefused = (username: string) =>
  new AppError(
    'BAD_USERNAME_OR_PWD',
    `The default password is rejected, because the server can be reached over the network. Set another one: mqdeck reset-password ${username}`,
  )

export function createSessions(
  users: Users,
  tokens: Tokens,
  factors: TwoFactor,
  clock: Clock,
  profile: SecurityProfile = 'open',
): Sessions {
  const passwords = createLoginThrottle({ clock })
  /** A code has only a million values, so the delay is longer. */
  const codes = createLoginThrottle({ clock, longest: 30_000, perSource: false })
  const verify = (username: string, password: string, attempter: Attempter) =>
    passwords.attempt(username, attempter, () => users.verify(username, password))
  /**
   * The right password does not reset failed codes, and all unknown sources count as one: an attacker who guesses codes
   * already has the password and may have many addresses.
   */
  const isCodeRight = async (username: string, code: string, { known, signal }: Attempter) => {
    const check = async () => (await factors.consume(username, code)) || undefined
    return (await codes.attempt(username, { peer: 'anywhere', known, ...(signal && { signal }) }, check)) === true
  }
  return {
    login: async ({ username, password, code }, attempter) => {
      const verified = await verify(username, password, attempter)
      // Hashing took some time: the user may have enabled two-factor authentication or changed the password meanwhile.
      const user = verified && users.get(username)
      if (!user || user.tokenKey !== verified.tokenKey) throw new AppError('BAD_USERNAME_OR_PWD', 'Auth failed')
      if (profile === 'hardened' && password === wellKnownPassword) throw defaultPasswordRefused(username)
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
