import { mysqlType, type SqlConnection } from '@mqdeck/drivers'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { IntegrationRuntime } from '../port.ts'
import { createSqlAction } from '../sql/sql-action.ts'
import type { mysql } from './manifest.ts'

export const runtime: IntegrationRuntime<ConnectorPlain<typeof mysql>, SqlConnection, ActionPlain<typeof mysql>> = {
  connect: (settings, { folder }) => mysqlType({ ...settings, folder }),
  action: ({ sql, undefined_vars_as_null: isNull }) =>
    createSqlAction({ sql, parameters: '?', missing: isNull ? null : 'undefined' }),
}
