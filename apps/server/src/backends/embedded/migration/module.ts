import { noContent, ok } from '@mqdeck/contract'
import { createMigrations, type Migrations } from '../../../migrate/migrations.ts'
import { createFileReader } from '../../../migrate/read-files.ts'
import type { HandlersOf } from '../management.ts'
import { defineModule } from '../resource-module.ts'

const migrationHandlers = ({ migrations }: { readonly migrations: Migrations }): HandlersOf<'migrations'> => ({
  getMigration: () => ok(migrations.status()),
  planMigration: async ({ body }) => ok(await migrations.plan(body)),
  runMigration: ({ body }) => ({ status: 202, body: migrations.run(body) }),
  cancelMigration: () => {
    migrations.cancel()
    return noContent
  },
})

export const migrationModule = defineModule({
  name: 'migration',
  create({ configuration, store, folder, broker, migrationTasks, clock, log }) {
    const migrations = createMigrations(
      {
        configuration,
        store,
        folder,
        running: broker,
        tasks: migrationTasks,
        now: clock.now,
        // Dashboard users can only reach files in the data folder.
        ...createFileReader(folder, 'data_folder'),
      },
      clock,
      log,
    )
    return { handlers: migrationHandlers({ migrations }), stop: migrations.stop }
  },
})
