import {
  autoReconnectField,
  databaseField,
  duration,
  type PlainValue,
  passwordField,
  poolSizeField,
  serverField,
  setting,
  struct,
  tlsField,
  usernameFieldOr,
} from '@mqdeck/contract'
import { authnQueryExample, authnQueryField } from '../../sql/fields.ts'
import { backendField, enableField, externalPasswordHashField, mechanismField } from '../fields.ts'
import type { AuthnManifest } from '../port.ts'

const settings = struct('authn.mysql', {
  auto_reconnect: autoReconnectField,
  backend: backendField('mysql'),
  database: databaseField,
  enable: enableField,
  mechanism: mechanismField('password_based'),
  password: passwordField,
  password_hash_algorithm: externalPasswordHashField,
  pool_size: poolSizeField,
  query: authnQueryField,
  query_timeout: setting(duration({ min: '1ms' }), {
    default: '5s',
    wire: { example: '32s' },
    label: { en: 'Query timeout', zh: '查询超时' },
    help: {
      en: 'Maximum time for a query, including the wait for a connection.',
      zh: '查询的最长时间，包括等待连接的时间。',
    },
  }),
  server: serverField(3306),
  ssl: tlsField,
  username: usernameFieldOr('root'),
})

export type MysqlAuthnSettings = PlainValue<typeof settings>

export const mysql: AuthnManifest = {
  mechanism: 'password_based',
  backend: 'mysql',
  category: 'database',
  mark: 'My',
  label: { en: 'MySQL', zh: 'MySQL' },
  about: {
    en: 'Looks up users in MySQL or MariaDB with a SQL query.',
    zh: '通过 SQL 从 MySQL 或 MariaDB 中查询用户。',
  },
  example: { server: '127.0.0.1:3306', database: 'mqtt', query: authnQueryExample },
  structs: [settings],
}
