import { mysqlType as mysqlResource, type SqlConnection } from '@mqdeck/drivers'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { IntegrationType } from '../port.ts'
import { createSqlAction } from '../sql/sql-action.ts'
import { mysql } from './manifest.ts'

export const mysqlType: IntegrationType<ConnectorPlain<typeof mysql>, SqlConnection, ActionPlain<typeof mysql>> = {
  manifest: mysql,
  connect: (settings, { folder }) => mysqlResource({ ...settings, folder }),
  action: ({ sql, undefined_vars_as_null: isNull }) =>
    createSqlAction({ sql, parameters: '?', missing: isNull ? null : 'undefined' }),
}
