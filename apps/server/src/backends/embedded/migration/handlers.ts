import { noContent, ok } from '@mqdeck/contract'
import type { HandlersOf } from '../management.ts'
import type { Services } from '../services.ts'

export const migrationHandlers = ({ migrations }: Services): HandlersOf<'migrations'> => ({
  getMigration: () => ok(migrations.status()),
  planMigration: async ({ body }) => ok(await migrations.plan(body)),
  runMigration: ({ body }) => ({ status: 202, body: migrations.run(body) }),
  cancelMigration: () => {
    migrations.cancel()
    return noContent
  },
})
