import { mysqlType } from '@mqdeck/drivers'
import type { AuthnBackend } from '../port.ts'
import { createSqlAuthenticator } from '../sql.ts'
import { type MysqlAuthnSettings, mysql as manifest } from './manifest.ts'

export const runtime: AuthnBackend<MysqlAuthnSettings> = {
  manifest,
  create: ({ query, query_timeout: timeout, password_hash_algorithm: algorithm, ...settings }, { clock, folder }) =>
    createSqlAuthenticator({
      query,
      algorithm,
      timeout,
      clock,
      parameters: '?',
      type: (statement) => mysqlType({ ...settings, folder, statement }),
    }),
}
