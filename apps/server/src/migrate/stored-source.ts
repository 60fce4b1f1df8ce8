import { join, resolve } from 'node:path'
import { openStore, silentLog, systemClock } from '@mqdeck/kit'
import { modules } from '../backends/embedded/modules.ts'
import { openConfiguration } from '../broker-config/configuration.ts'
import type { Loaded } from '../start-options/load.ts'
import { toBases } from '../start-options/root-overrides.ts'
import { checkDatabase } from '../store/damage.ts'
import { isLocked } from '../store/lock.ts'
import { createFileReader } from './read-files.ts'
import type { MigrationSource } from './source.ts'
import { migrationTasks } from './stages.ts'

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
  return {
    source: {
      configuration,
      store,
      folder,
      tasks: migrationTasks(modules),
      now: clock.now,
      ...createFileReader(folder, 'anywhere'),
    },
    close: () => store.close(),
  }
}
