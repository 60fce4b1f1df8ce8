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
import { authzQueryField, prepareStatementField } from '../../sql/fields.ts'
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
  label: { en: 'MySQL', zh: 'MySQL' },
  about: { en: 'Rules in MySQL or MariaDB, found by a query.', zh: '规则保存在 MySQL 或 MariaDB 中，通过 SQL 查询。' },
  structs: [settings],
}
