import {
  autoReconnectField,
  databaseField,
  disablePreparedStatementsField,
  type PlainValue,
  passwordField,
  poolSizeField,
  serverField,
  struct,
  tlsField,
  usernameField,
} from '@mqdeck/contract'
import { authzQueryExample, authzQueryField, prepareStatementField } from '../../sql/fields.ts'
import { enableField, typeField } from '../fields.ts'
import type { AuthzManifest } from '../port.ts'

const settings = struct('authz.postgresql', {
  auto_reconnect: autoReconnectField,
  database: databaseField,
  disable_prepared_statements: disablePreparedStatementsField,
  enable: enableField,
  password: passwordField,
  pool_size: poolSizeField,
  prepare_statement: prepareStatementField,
  query: authzQueryField,
  server: serverField(5432),
  ssl: tlsField,
  type: typeField('postgresql'),
  username: usernameField,
})

export type PostgresqlAuthzSettings = PlainValue<typeof settings>

export const postgresql: AuthzManifest = {
  type: 'postgresql',
  category: 'database',
  mark: 'Pg',
  label: { en: 'PostgreSQL', zh: 'PostgreSQL' },
  about: { en: 'Looks up rules in PostgreSQL with a SQL query.', zh: '通过 SQL 从 PostgreSQL 中查询规则。' },
  example: { server: '127.0.0.1:5432', database: 'mqtt', query: authzQueryExample },
  structs: [settings],
}
