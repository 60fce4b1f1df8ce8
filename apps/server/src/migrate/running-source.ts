import { openBuiltInUsers, openScramUsers } from '@mqdeck/access'
import type { Store } from '@mqdeck/kit'
import type { Services } from '../backends/embedded/services.ts'
import { createFileReader } from './read-files.ts'
import type { MigrationSource } from './source.ts'

type Parts = Pick<
  Services,
  | 'configuration'
  | 'authorization'
  | 'bans'
  | 'apiKeys'
  | 'users'
  | 'broker'
  | 'delayed'
  | 'clock'
  | 'dataFolder'
  | 'plugins'
>

/** Data of the running broker. Dashboard users can only reach files in the data folder. */
export function createRunningSource(parts: Parts, store: Store): MigrationSource {
  const { configuration, authorization, bans, apiKeys, users, broker, delayed, clock, dataFolder, plugins } = parts
  return {
    configuration,
    users: () => openBuiltInUsers(store).list(),
    scramUsers: () => openScramUsers(store).list(),
    accessRules: authorization.rules.entries,
    bans: bans.list,
    apiKeys: () => apiKeys.list().map(({ name }) => name),
    plugins: () => plugins.folder.read().map(({ name }) => name),
    dashboardUsers: users.list,
    retained: () => broker.retained.all(),
    seesRetained: true,
    delayed: () => delayed.count,
    now: clock.now,
    ...createFileReader(dataFolder, 'data_folder'),
  }
}
