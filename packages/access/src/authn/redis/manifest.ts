import { type PlainValue, struct } from '@mqdeck/contract'
import { autoReconnectField, passwordField, poolSizeField, serverField, tlsField } from '../../connection-fields.ts'
import {
  authnCommandField,
  databaseNumberField,
  nodesField,
  redisTypeField,
  sentinelField,
  sentinelsField,
  usernameField,
} from '../../redis/fields.ts'
import { backendField, enableField, foundPasswordHashField, mechanismField } from '../fields.ts'
import type { AuthnManifest } from '../port.ts'

const single = struct('authn.redis_single', {
  auto_reconnect: autoReconnectField,
  backend: backendField('redis'),
  cmd: authnCommandField,
  database: databaseNumberField,
  enable: enableField,
  mechanism: mechanismField('password_based'),
  password: passwordField,
  password_hash_algorithm: foundPasswordHashField,
  pool_size: poolSizeField,
  redis_type: redisTypeField('single'),
  server: serverField(6379),
  ssl: tlsField,
  username: usernameField,
})

const sentinel = struct('authn.redis_sentinel', {
  auto_reconnect: autoReconnectField,
  backend: backendField('redis'),
  cmd: authnCommandField,
  database: databaseNumberField,
  enable: enableField,
  mechanism: mechanismField('password_based'),
  password: passwordField,
  password_hash_algorithm: foundPasswordHashField,
  pool_size: poolSizeField,
  redis_type: redisTypeField('sentinel'),
  sentinel: sentinelField,
  servers: sentinelsField,
  ssl: tlsField,
  username: usernameField,
})

const cluster = struct('authn.redis_cluster', {
  auto_reconnect: autoReconnectField,
  backend: backendField('redis'),
  cmd: authnCommandField,
  enable: enableField,
  mechanism: mechanismField('password_based'),
  password: passwordField,
  password_hash_algorithm: foundPasswordHashField,
  pool_size: poolSizeField,
  redis_type: redisTypeField('cluster'),
  servers: nodesField,
  ssl: tlsField,
  username: usernameField,
})

export type RedisAuthnSettings = PlainValue<typeof single> | PlainValue<typeof sentinel> | PlainValue<typeof cluster>

export const redis: AuthnManifest = {
  mechanism: 'password_based',
  backend: 'redis',
  label: { en: 'Redis', zh: 'Redis' },
  about: { en: 'Users in hashes of Redis, found by their key.', zh: '用户保存在 Redis 哈希中，按键名查询。' },
  structs: [single, sentinel, cluster],
}
