import type { Broker } from '@mqdeck/broker'
import type { Clock } from '@mqdeck/kit'
import type { Monitor, NodeInfo, Stats } from '@mqdeck/observe'
import type { Sessions } from './accounts/sessions.ts'
import type { Tokens } from './accounts/tokens.ts'
import type { Users } from './accounts/users.ts'
import type { Bans } from './banned/bans.ts'

/** What the handlers of the API are made of. */
export interface Services {
  readonly broker: Broker
  readonly clock: Clock
  readonly version: string
  readonly users: Users
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly bans: Bans
  readonly monitor: Monitor
  readonly stats: Stats
  readonly nodeInfo: () => NodeInfo
  /** Whether the broker takes connections. */
  readonly isRunning: () => boolean
}
