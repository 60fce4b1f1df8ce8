import {
  autoReconnectField,
  databaseField,
  type PlainValue,
  passwordField,
  poolSizeField,
  serverField,
  struct,
  tlsField,
  usernameFieldOr,
} from '@mqdeck/contract'
import { authzQueryExample, authzQueryField, prepareStatementField } from '../../sql/fields.ts'
import { enableField, typeField } from '../fields.ts'
import type { AuthzManifest } from '../port.ts'

const settings = struct('authz.mysql', {
  auto_reconnect: autoReconnectField,
  database: databaseField,
  enable: enableField,
  password: passwordField,
  pool_size: poolSizeField,
  prepare_statement: prepareStatementField,
  query: authzQueryField,
  server: serverField(3306),
  ssl: tlsField,
  type: typeField('mysql'),
  username: usernameFieldOr('root'),
})

export type MysqlAuthzSettings = PlainValue<typeof settings>

export const mysql: AuthzManifest = {
  type: 'mysql',
  category: 'database',
  mark: 'My',
  label: { en: 'MySQL', zh: 'MySQL' },
  about: {
    en: 'Looks up rules in MySQL or MariaDB with a SQL query.',
    zh: '通过 SQL 从 MySQL 或 MariaDB 中查询规则。',
  },
  example: { server: '127.0.0.1:3306', database: 'mqtt', query: authzQueryExample },
  structs: [settings],
}
