import type { Settings } from '../../../start-options/start-options.ts'
import { loadBootstrapFile } from '../api-keys/bootstrap-file.ts'
import { type ApiKeys, openApiKeys } from '../api-keys/service.ts'
import type { BrokerContext } from '../broker-context.ts'
import type { StartFailures } from '../start-failures.ts'
import { type KnownBrowsers, openKnownBrowsers } from './known-browsers.ts'
import { createPasswords, type ScryptCost } from './password.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { openTokens, type Tokens } from './tokens.ts'
import { createTwoFactor, type TwoFactor } from './two-factor.ts'
import { openUsers, type Users } from './users.ts'

/** Dashboard users, sessions and API keys. */
export interface Accounts {
  readonly users: Users
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly knownBrowsers: KnownBrowsers
  readonly twoFactor: TwoFactor
  readonly apiKeys: ApiKeys
  /** Whether the first user can still sign in with its initial password. */
  readonly hasDefaultPassword: boolean
}

type Wanted = Pick<Settings, 'dashboard.default_username' | 'dashboard.default_password'>

export async function openAccounts(
  context: BrokerContext,
  settings: Wanted,
  failures: StartFailures,
  passwordCost?: ScryptCost,
): Promise<Accounts> {
  const { node, configuration, store, disk, folder, clock } = context
  const users = openUsers(store, settings['dashboard.default_username'], createPasswords(passwordCost))
  const defaultPassword = settings['dashboard.default_password']
  const defaultUser = await users.createDefault(defaultPassword)
  const tokens = openTokens(store, users, clock, () => configuration.plain('dashboard').token_expired_time, disk)
  const twoFactor = createTwoFactor(users, clock, node, disk)
  const apiKeys = openApiKeys(store, clock)
  const { bootstrap_file: bootstrapFile } = configuration.plain('api_key')
  // API keys that exist already remain valid.
  await loadBootstrapFile(bootstrapFile, folder, apiKeys).catch((error: unknown) =>
    failures.add('api_key.bootstrap_file', error),
  )
  return {
    users,
    tokens,
    sessions: createSessions(users, tokens, twoFactor, clock, context.profile),
    knownBrowsers: await openKnownBrowsers(store, clock),
    twoFactor,
    apiKeys,
    hasDefaultPassword:
      defaultUser === 'created' || (await users.verify(users.defaultUsername, defaultPassword)) !== undefined,
  }
}
