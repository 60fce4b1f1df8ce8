import { type PlainValue, struct } from '@mqdeck/contract'
import { autoReconnectField, passwordField, poolSizeField, serverField, tlsField } from '../../connection-fields.ts'
import {
  authzCommandField,
  databaseNumberField,
  nodesField,
  redisTypeField,
  sentinelField,
  sentinelsField,
  usernameField,
} from '../../redis/fields.ts'
import { enableField, typeField } from '../fields.ts'
import type { AuthzManifest } from '../port.ts'

const single = struct('authz.redis_single', {
  auto_reconnect: autoReconnectField,
  cmd: authzCommandField,
  database: databaseNumberField,
  enable: enableField,
  password: passwordField,
  pool_size: poolSizeField,
  redis_type: redisTypeField('single'),
  server: serverField(6379),
  ssl: tlsField,
  type: typeField('redis'),
  username: usernameField,
})

const sentinel = struct('authz.redis_sentinel', {
  auto_reconnect: autoReconnectField,
  cmd: authzCommandField,
  database: databaseNumberField,
  enable: enableField,
  password: passwordField,
  pool_size: poolSizeField,
  redis_type: redisTypeField('sentinel'),
  sentinel: sentinelField,
  servers: sentinelsField,
  ssl: tlsField,
  type: typeField('redis'),
  username: usernameField,
})

const cluster = struct('authz.redis_cluster', {
  auto_reconnect: autoReconnectField,
  cmd: authzCommandField,
  enable: enableField,
  password: passwordField,
  pool_size: poolSizeField,
  redis_type: redisTypeField('cluster'),
  servers: nodesField,
  ssl: tlsField,
  type: typeField('redis'),
  username: usernameField,
})

export type RedisAuthzSettings = PlainValue<typeof single> | PlainValue<typeof sentinel> | PlainValue<typeof cluster>

export const redis: AuthzManifest = {
  type: 'redis',
  label: { en: 'Redis', zh: 'Redis' },
  about: {
    en: 'Topics that clients may use, in hashes of Redis.',
    zh: '客户端可使用的主题保存在 Redis 哈希中。',
  },
  structs: [single, sentinel, cluster],
}
