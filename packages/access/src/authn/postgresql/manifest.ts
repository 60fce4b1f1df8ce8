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
import { authnQueryExample, authnQueryField } from '../../sql/fields.ts'
import { backendField, enableField, externalPasswordHashField, mechanismField } from '../fields.ts'
import type { AuthnManifest } from '../port.ts'

const settings = struct('authn.postgresql', {
  auto_reconnect: autoReconnectField,
  backend: backendField('postgresql'),
  database: databaseField,
  disable_prepared_statements: disablePreparedStatementsField,
  enable: enableField,
  mechanism: mechanismField('password_based'),
  password: passwordField,
  password_hash_algorithm: externalPasswordHashField,
  pool_size: poolSizeField,
  query: authnQueryField,
  server: serverField(5432),
  ssl: tlsField,
  username: usernameField,
})

export type PostgresqlAuthnSettings = PlainValue<typeof settings>

export const postgresql: AuthnManifest = {
  mechanism: 'password_based',
  backend: 'postgresql',
  category: 'database',
  mark: 'Pg',
  label: { en: 'PostgreSQL', zh: 'PostgreSQL' },
  about: { en: 'Looks up users in PostgreSQL with a SQL query.', zh: '通过 SQL 从 PostgreSQL 中查询用户。' },
  example: { server: '127.0.0.1:5432', database: 'mqtt', query: authnQueryExample },
  structs: [settings],
}
