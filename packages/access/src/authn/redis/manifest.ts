import { type PlainValue, struct, tlsField } from '@mqdeck/contract'
import { redisDeployments } from '@mqdeck/drivers/catalog'
import { inOrder } from '../../field-order.ts'
import { authnCommandField } from '../../redis/fields.ts'
import { backendField, enableField, externalPasswordHashField, mechanismField } from '../fields.ts'
import type { AuthnManifest } from '../port.ts'

const own = {
  backend: backendField('redis'),
  cmd: authnCommandField,
  enable: enableField,
  mechanism: mechanismField('password_based'),
  password_hash_algorithm: externalPasswordHashField,
  ssl: tlsField,
}

const single = struct('authn.redis_single', inOrder({ ...redisDeployments.single, ...own }))
const sentinel = struct('authn.redis_sentinel', inOrder({ ...redisDeployments.sentinel, ...own }))
const cluster = struct('authn.redis_cluster', inOrder({ ...redisDeployments.cluster, ...own }))

export type RedisAuthnSettings = PlainValue<typeof single> | PlainValue<typeof sentinel> | PlainValue<typeof cluster>

export const redis: AuthnManifest = {
  mechanism: 'password_based',
  backend: 'redis',
  category: 'database',
  mark: 'Re',
  label: { en: 'Redis', zh: 'Redis' },
  about: { en: 'Looks up users in Redis hashes by key.', zh: '按键名从 Redis 哈希中查询用户。' },
  example: { server: '127.0.0.1:6379', cmd: 'HMGET mqtt_user:${username} password_hash salt' },
  structs: [single, sentinel, cluster],
}
