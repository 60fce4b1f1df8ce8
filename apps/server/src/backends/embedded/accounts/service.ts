import type { BrokerContext } from '../broker-context.ts'
import { type KnownBrowsers, openKnownBrowsers } from './known-browsers.ts'
import { createPasswords } from './password.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { openTokens, type Tokens } from './tokens.ts'
import { createTwoFactor, type TwoFactor } from './two-factor.ts'
import { openUsers, type Users } from './users.ts'

/** Dashboard users and their sessions. */
export interface Accounts {
  readonly users: Users
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly knownBrowsers: KnownBrowsers
  readonly twoFactor: TwoFactor
  /** Whether the first user can still sign in with its initial password. */
  readonly hasDefaultPassword: boolean
}

export async function openAccounts(context: BrokerContext): Promise<Accounts> {
  const { node, settings, configuration, store, disk, clock, passwordCost } = context
  const users = openUsers(store, settings['dashboard.default_username'], createPasswords(passwordCost))
  const defaultPassword = settings['dashboard.default_password']
  const defaultUser = await users.createDefault(defaultPassword)
  const tokens = openTokens(store, users, clock, () => configuration.plain('dashboard').token_expired_time, disk)
  const twoFactor = createTwoFactor(users, clock, node, disk)
  return {
    users,
    tokens,
    sessions: createSessions(users, tokens, twoFactor, clock, context.profile),
    knownBrowsers: await openKnownBrowsers(store, clock),
    twoFactor,
    hasDefaultPassword:
      defaultUser === 'created' || (await users.verify(users.defaultUsername, defaultPassword)) !== undefined,
  }
}
