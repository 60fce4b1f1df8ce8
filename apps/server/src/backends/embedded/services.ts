import type { Broker } from '@mqdeck/broker'
import type { DelayedPublish } from '@mqdeck/extensions'
import type { Clock } from '@mqdeck/kit'
import type { Monitor, NodeInfo, Stats } from '@mqdeck/observe'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Logging } from '../../log/create-logging.ts'
import type { Sessions } from './accounts/sessions.ts'
import type { Tokens } from './accounts/tokens.ts'
import type { Users } from './accounts/users.ts'
import type { Bans } from './banned/bans.ts'

/** What the handlers of the API are made of. */
export interface Services {
  readonly broker: Broker
  readonly configuration: Configuration
  readonly dataFolder: string
  readonly delayed: DelayedPublish
  readonly clock: Clock
  readonly version: string
  readonly users: Users
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly bans: Bans
  readonly monitor: Monitor
  readonly stats: Stats
  readonly nodeInfo: () => NodeInfo
  readonly logging: Logging
  /** Whether the broker takes connections. */
  readonly isRunning: () => boolean
}
