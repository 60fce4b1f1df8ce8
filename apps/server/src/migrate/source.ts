import type { OwnedRules, RuleOwner, StoredPassword, StoredScramPassword, StoredUser } from '@mqdeck/access'
import type { Message } from '@mqdeck/broker'
import type { BanRecord } from '../backends/embedded/banned/bans.ts'
import type { Configuration } from '../broker-config/configuration.ts'

/** What there is to carry, secrets open: of the running broker, or read from its data folder. */
export interface MigrationSource {
  readonly configuration: Pick<Configuration, 'get' | 'base'>
  users(): Iterable<StoredUser<StoredPassword>>
  scramUsers(): Iterable<StoredUser<StoredScramPassword>>
  accessRules(kind: RuleOwner[0]): Iterable<OwnedRules>
  bans(): readonly BanRecord[]
  apiKeys(): readonly string[]
  dashboardUsers(): readonly Readonly<Record<'username' | 'role' | 'description', string>>[]
  /** Live ones, oldest first. */
  retained(): Iterable<Message>
  /** False when they are in the memory of a process that is not this one. */
  readonly seesRetained: boolean
  delayed(): number
  now(): number
  /**
   * The text of a PEM file that a setting names; undefined when it cannot be read, or must not be.
   * @param name may begin with `${EMQX_ETC_DIR}`
   */
  readPem(name: string): string | undefined
  /** The rules of an ACL file that a setting names. */
  readAcl(path: string): string | undefined
}
