import type { OwnedRules, RuleOwner, StoredPassword, StoredScramPassword, StoredUser } from '@mqdeck/access'
import type { Message } from '@mqdeck/broker'
import type { BanRecord } from '../backends/embedded/banned/service.ts'
import type { Configuration } from '../broker-config/configuration.ts'

/** The data to migrate, with plain secrets: of the running broker, or read from its data folder. */
export interface MigrationSource {
  readonly configuration: Pick<Configuration, 'get' | 'base'>
  users(): Iterable<StoredUser<StoredPassword>>
  scramUsers(): Iterable<StoredUser<StoredScramPassword>>
  accessRules(kind: RuleOwner[0]): Iterable<OwnedRules>
  bans(): readonly BanRecord[]
  apiKeys(): readonly string[]
  /** Installed plugins: `my_plugin-1.0.0`. */
  plugins(): readonly string[]
  dashboardUsers(): readonly Readonly<Record<'username' | 'role' | 'description', string>>[]
  /** Without expired ones, oldest first. */
  retained(): Iterable<Message>
  /** False if they are in the memory of another process. */
  readonly seesRetained: boolean
  delayed(): number
  now(): number
  /**
   * Text of a PEM file that a setting refers to. Undefined if it cannot be read or must not be read.
   * @param name may start with `${EMQX_ETC_DIR}`
   */
  readPem(name: string): Promise<string | undefined>
  /** Rules of an ACL file that a setting refers to. */
  readAcl(path: string): Promise<string | undefined>
}
