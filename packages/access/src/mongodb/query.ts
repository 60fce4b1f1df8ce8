import { type MongodbConnection, type MongodbPlace, type MongodbSettings, mongodbType } from '@mqdeck/drivers'
import type { Clock, Lookup } from '@mqdeck/kit'
import { SettingsError } from '@mqdeck/kit'
import type { Note } from '../authn/port.ts'
import { type Backend, createBackend } from '../backend.ts'
import { withoutPassword } from '../placeholders.ts'
import { compileFilter, type Filter } from './filter.ts'

type Document = Readonly<Record<string, unknown>>

/** Settings of an authenticator or a source, of whichever deployment. */
export type MongodbQuerySettings = MongodbPlace &
  Omit<MongodbSettings, keyof MongodbPlace | 'folder' | 'topology'> & {
    readonly topology?: MongodbSettings['topology'] | undefined
    readonly use_legacy_protocol: 'auto' | boolean
    readonly collection: string
    readonly filter: Filter
  }

export interface MongodbQueryContext {
  /** Placeholders that the filter may contain. */
  readonly names: readonly string[]
  readonly limit: number
  readonly skip?: number
  readonly clock: Clock
  readonly folder: string
}

/** One query of the settings, asked again and again. */
export interface MongodbQuery extends Omit<Backend<MongodbConnection>, 'ask'> {
  /** Rejects if the database is unavailable, too slow or rejects the query. */
  documents(lookup: Lookup, note?: Note): Promise<readonly Document[]>
}

/** Milliseconds that a query may take, waiting for a connection included: EMQX has no setting for it. */
const timeout = 5_000

/** @throws {SettingsError} for what cannot work */
export function createMongodbQuery(
  { collection, filter, use_legacy_protocol: isOld, topology = {}, ...settings }: MongodbQuerySettings,
  { names, limit, skip = 0, clock, folder }: MongodbQueryContext,
): MongodbQuery {
  if (isOld === true)
    throw new SettingsError('use_legacy_protocol', 'the protocol of MongoDB servers before 4.4 is not supported')
  const filterFor = compileFilter(filter, names)
  // Which place it is, the settings know as a whole.
  const type = mongodbType({ ...settings, topology, folder } as MongodbSettings)
  const { ask, ...backend } = createBackend(type, { clock })
  return {
    ...backend,
    async documents(lookup, note) {
      note?.('query', `${collection}.find(${JSON.stringify(filterFor(withoutPassword(lookup)))})`)
      const query = { collection, filter: filterFor(lookup), limit, skip }
      const found = await ask(({ find }) => find(query, timeout))
      note?.('documents found', String(found.length))
      return found
    },
  }
}
