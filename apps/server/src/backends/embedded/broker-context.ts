import type { Broker } from '@mqdeck/broker'
import type { Clock, Log, Store } from '@mqdeck/kit'
import type { Alarms, Traces } from '@mqdeck/observe'
import type { Configuration } from '../../broker-config/configuration.ts'
import type { Logging } from '../../log/create-logging.ts'
import type { TasksOf } from '../../migrate/stages.ts'
import type { SecurityProfile } from '../../start-options/security-profile.ts'
import type { Settings } from '../../start-options/start-options.ts'
import type { DiskWatch } from '../../store/disk-watch.ts'
import type { ScryptCost } from './accounts/password.ts'
import type { Nodes } from './nodes.ts'
import type { Resource } from './resource-module.ts'
import type { StartFailures } from './start-failures.ts'

/** Context that all modules share. */
export interface BrokerContext {
  /** Name of this node. */
  readonly node: string
  readonly nodes: Nodes
  readonly broker: Broker
  readonly configuration: Configuration
  /** The start options. */
  readonly settings: Settings
  readonly profile: SecurityProfile
  readonly store: Store
  readonly disk: DiskWatch
  /** The data folder. */
  readonly folder: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly version: string
  readonly alarms: Alarms
  readonly traces: Traces
  /** Configured parts that are not running. */
  readonly failures: StartFailures
  readonly logging: Logging
  readonly clock: Clock
  readonly log: Log
  readonly passwordCost: ScryptCost | undefined
  /** Whether the broker accepts connections. */
  readonly isRunning: () => boolean
  /** All modules, once they are created. */
  readonly resources: () => readonly Resource[]
  /** Objects of all modules for `mqdeck migrate`. */
  readonly migrationTasks: TasksOf
}
