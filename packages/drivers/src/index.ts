export { AnswerError, messageOf, withoutValues } from './errors.ts'
export {
  type HttpAnswer,
  type HttpConnection,
  type HttpRequest,
  type HttpSettings,
  httpType,
  longestAnswer,
} from './http.ts'
export { type LdapConnection, type LdapEntry, type LdapSearch, type LdapSettings, ldapType } from './ldap.ts'
export { mysqlType } from './mysql.ts'
export { createPool, type Pool, type PoolType } from './pool.ts'
export { type PostgresSettings, postgresType } from './postgres.ts'
export { type RedisConnection, type RedisPlace, type RedisSettings, redisType } from './redis.ts'
export type { Row, SqlConnection, SqlSettings } from './sql.ts'
export { expectedName, readTlsOptions, type TlsOptions, type TlsPlace, type TlsSettings } from './tls.ts'
