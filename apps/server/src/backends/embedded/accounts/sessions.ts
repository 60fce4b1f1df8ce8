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
  /** @throws {AppError} BAD_USERNAME_OR_PWD when the token is not that user's */
  logout(username: string, token: string): Promise<void>
  check(token: string): TokenCheck
}

export function createSessions(users: Users, tokens: Tokens, clock: Clock): Sessions {
  const throttle = createLoginThrottle(clock)
  return {
    login: async (username, password, peer) => {
      const user = await throttle.attempt(username, peer, () => users.verify(username, password))
      if (user === 'busy') {
        throw new AppError('BAD_USERNAME_OR_PWD', 'Too many failed logins; wait a moment and try again', {
          status: 429,
        })
      }
      if (!user) throw new AppError('BAD_USERNAME_OR_PWD', 'Auth failed')
      return { user, token: await tokens.issue(user) }
    },
    logout: async (username, token) => {
      if (!(await tokens.revoke(username, token))) {
        throw new AppError('BAD_USERNAME_OR_PWD', 'Ensure your token & username')
      }
    },
    check: tokens.check,
  }
}
