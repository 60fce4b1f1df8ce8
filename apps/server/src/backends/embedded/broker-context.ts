import type { Broker } from '@mqdeck/broker'
import type { Clock, Log, Store } from '@mqdeck/kit'
import type { Configuration } from '../../broker-config/configuration.ts'
import type { SecurityProfile } from '../../start-options/security-profile.ts'
import type { DiskWatch } from '../../store/disk-watch.ts'

/** Context that all components around the broker share. */
export interface BrokerContext {
  /** Name of the node. */
  readonly node: string
  readonly broker: Broker
  readonly configuration: Configuration
  readonly store: Store
  readonly disk: DiskWatch
  /** The data folder. */
  readonly folder: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly profile: SecurityProfile
  readonly clock: Clock
  readonly log: Log
}
