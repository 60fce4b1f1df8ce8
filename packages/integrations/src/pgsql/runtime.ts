import { postgresType, type SqlConnection } from '@mqdeck/drivers'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { IntegrationRuntime } from '../port.ts'
import { createSqlAction } from '../sql/sql-action.ts'
import type { pgsql } from './manifest.ts'

/** Of all types with the protocol of PostgreSQL. */
export const runtime: IntegrationRuntime<ConnectorPlain<typeof pgsql>, SqlConnection, ActionPlain<typeof pgsql>> = {
  connect: (settings, { folder }) => postgresType({ ...settings, folder }),
  action: ({ sql }) =>
    createSqlAction({
      sql,
      parameters: '$n',
      missing: null,
      // With DO UPDATE, a statement must not contain the same row twice.
      canJoin: ({ tail }) => !/\bdo\s+update\b/i.test(tail),
    }),
}
