import type { Broker } from '@mqdeck/broker'
import type { Store } from '@mqdeck/kit'
import type { Configuration } from '../broker-config/configuration.ts'
import type { TasksOf } from './stages.ts'

/** The data to migrate, with plain secrets: of the running broker, or read from its data folder. */
export interface MigrationSource {
  readonly configuration: Pick<Configuration, 'get' | 'base'>
  readonly store: Store
  /** The data folder. */
  readonly folder: string
  /** The broker, if it runs in this process. */
  readonly running?: Pick<Broker, 'retained'>
  /** Objects of all resources, in the order of creation. */
  readonly tasks: TasksOf
  /** Milliseconds since the epoch. */
  now(): number
  /**
   * Text of a PEM file that a setting refers to. Undefined if it cannot be read or must not be read.
   * @param name may start with `${EMQX_ETC_DIR}`
   */
  readPem(name: string): Promise<string | undefined>
  /** Rules of an ACL file that a setting refers to. */
  readAcl(path: string): Promise<string | undefined>
}
