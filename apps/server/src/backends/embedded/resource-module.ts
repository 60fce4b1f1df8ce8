import type { Api, Handlers } from '@mqdeck/contract'
import type { PrometheusParts } from '@mqdeck/observe'
import type { Connections } from '../../broker-config/configuration.ts'
import type { Call } from '../../http/mount.ts'
import type { MigrationTasks } from '../../migrate/stages.ts'
import type { BackupTable } from './backup/backup-table.ts'
import type { BrokerContext } from './broker-context.ts'

/** A running resource with its interface for other modules and its additions to the product. */
export interface Resource {
  /** For modules that need this one. */
  readonly provides?: unknown
  readonly handlers?: Partial<Handlers<Api, Call>>
  /** How changes of its configuration roots are applied. */
  readonly roots?: Partial<Connections>
  readonly backupTables?: readonly BackupTable[]
  readonly metrics?: Partial<PrometheusParts>
  /** Before clients can connect. */
  open?(): unknown
  /** When clients can connect. */
  start?(): unknown
  /** While clients are still connected. */
  stop?(): unknown
  /** After the last client has disconnected. */
  close?(): unknown
}

type Needs = { readonly [name: string]: ResourceModule }
type NoNeeds = Record<never, never>

/** One resource of the broker. The folder that exports it contains everything that belongs to the resource. */
export interface ResourceModule<N extends Needs = NoNeeds, R extends Resource = Resource> {
  readonly name: string
  /** Modules that must come before this one in the list of modules. */
  readonly needs: N
  /** Its objects that `mqdeck migrate` creates on another cluster. */
  readonly migration: MigrationTasks
  create(context: BrokerContext, needs: ProvidedBy<N>): R | Promise<R>
}

/** Any module, regardless of its needs and additions. */
export type AnyModule = ResourceModule<Needs>

export type ResourceOf<M extends AnyModule> = Awaited<ReturnType<M['create']>>
export type Provided<M extends AnyModule> = ResourceOf<M> extends { readonly provides: infer P } ? P : undefined
type ProvidedBy<N extends Needs> = { readonly [Name in keyof N]: Provided<N[Name]> }

type Definition<N extends Needs, R extends Resource> = Pick<ResourceModule<N, R>, 'name' | 'create'> &
  Partial<Pick<ResourceModule<N, R>, 'needs' | 'migration'>>

export const defineModule = <R extends Resource, const N extends Needs = NoNeeds>({
  needs = {} as N, // N is empty if it is not given
  migration = {},
  ...definition
}: Definition<N, R>): ResourceModule<N, R> => ({ needs, migration, ...definition })
