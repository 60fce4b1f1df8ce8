import { mysqlType } from '@mqdeck/drivers'
import type { AuthzBackend } from '../port.ts'
import { createSqlSource } from '../sql.ts'
import { type MysqlAuthzSettings, mysql as manifest } from './manifest.ts'

export const runtime: AuthzBackend<MysqlAuthzSettings> = {
  manifest,
  create: ({ query, ...settings }, { clock, log, folder }) =>
    createSqlSource({
      query,
      source: 'mysql',
      log,
      clock,
      parameters: '?',
      type: (statement) => mysqlType({ ...settings, folder, statement }),
    }),
}
