import { join, resolve } from 'node:path'
import { openBuiltInUsers, openScramUsers, openStoredRules } from '@mqdeck/access'
import { decodeMessage, type Message, ownMessage } from '@mqdeck/broker'
import { openStore, type Store, silentLog, systemClock } from '@mqdeck/kit'
import { openUsers } from '../backends/embedded/accounts/users.ts'
import { openApiKeys } from '../backends/embedded/api-keys/service.ts'
import type { BanRecord } from '../backends/embedded/banned/service.ts'
import { openPluginFolder } from '../backends/embedded/plugins/plugin-folder.ts'
import { openConfiguration } from '../broker-config/configuration.ts'
import type { Loaded } from '../start-options/load.ts'
import { toBases } from '../start-options/root-overrides.ts'
import { checkDatabase } from '../store/damage.ts'
import { isLocked } from '../store/lock.ts'
import { createFileReader } from './read-files.ts'
import type { MigrationSource } from './source.ts'

/** Data in a data folder. */
export interface StoredSource {
  readonly source: MigrationSource
  close(): Promise<void>
}

/**
 * Reads a data folder without locking it, so that a server can keep running on it. Later changes of that server may or
 * may not be included.
 * @throws {ConfigError} if the stored configuration is invalid, {@link DataFolderError} if the database is damaged
 */
export function openStoredSource({ settings, overrides }: Loaded): StoredSource {
  const folder = resolve(settings.data_dir)
  const clock = systemClock
  const configuration = openConfiguration({
    folder: join(folder, 'configs'),
    bases: toBases(settings),
    overrides,
    clock,
    log: silentLog,
  })
  // A running server has checked its database, and changes it now.
  if (!isLocked(folder)) checkDatabase(folder)
  const store = openStore(join(folder, 'db'), { readOnly: true })
  const users = openUsers(store, settings['dashboard.default_username'])
  const rules = openStoredRules(store, () => {})
  return {
    source: {
      configuration,
      users: () => openBuiltInUsers(store).list(),
      scramUsers: () => openScramUsers(store).list(),
      accessRules: rules.entries,
      bans: () => readBans(store, clock.now()),
      apiKeys: () =>
        openApiKeys(store, clock)
          .list()
          .map(({ name }) => name),
      plugins: () =>
        openPluginFolder(folder)
          .read()
          .map(({ name }) => name),
      dashboardUsers: users.list,
      retained: () => readRetained(store, clock.now()),
      seesRetained: configuration.get('retainer').backend.storage_type === 'disc',
      delayed: () => store.table('delayed', { binary: true }).count(),
      now: clock.now,
      ...createFileReader(folder, 'anywhere'),
    },
    close: () => store.close(),
  }
}

const readBans = (store: Store, now: number): readonly BanRecord[] =>
  Array.from(store.table<BanRecord>('banned').entries(), ({ value }) => value)
    .filter(({ until }) => until > now / 1000)
    .sort((a, b) => a.at - b.at)

function readRetained(store: Store, now: number): readonly Message[] {
  const table = store.table<Uint8Array>('retained', { binary: true })
  return Array.from(table.entries(), ({ value }) => ownMessage(decodeMessage(value)))
    .filter(({ expiresAt }) => expiresAt > now)
    .sort((a, b) => a.timestamp - b.timestamp || (a.id < b.id ? -1 : 1))
}
