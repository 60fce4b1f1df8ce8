import { postgresType } from '@mqdeck/drivers'
import type { AuthnBackend } from '../port.ts'
import { createSqlAuthenticator } from '../sql.ts'
import { postgresql as manifest, type PostgresqlAuthnSettings } from './manifest.ts'

/** Milliseconds. EMQX has no setting for it. */
const timeout = 5_000

export const runtime: AuthnBackend<PostgresqlAuthnSettings> = {
  manifest,
  create: ({ query, password_hash_algorithm: algorithm, ...settings }, { clock, folder }) =>
    createSqlAuthenticator({
      query,
      algorithm,
      timeout,
      clock,
      parameters: '$n',
      type: (statement) => postgresType({ ...settings, folder, statement }),
    }),
}
