import { postgresType } from '@mqdeck/drivers'
import type { AuthzBackend } from '../port.ts'
import { createSqlSource } from '../sql.ts'
import { postgresql as manifest, type PostgresqlAuthzSettings } from './manifest.ts'

export const runtime: AuthzBackend<PostgresqlAuthzSettings> = {
  manifest,
  create: ({ query, ...settings }, { clock, log, folder }) =>
    createSqlSource({
      query,
      source: 'postgresql',
      log,
      clock,
      parameters: '$n',
      type: (statement) => postgresType({ ...settings, folder, statement }),
    }),
}
