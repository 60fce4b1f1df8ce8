import { type PlainValue, struct, tlsField } from '@mqdeck/contract'
import { redisDeployments } from '@mqdeck/drivers/catalog'
import { inOrder } from '../../field-order.ts'
import { authzCommandField } from '../../redis/fields.ts'
import { enableField, typeField } from '../fields.ts'
import type { AuthzManifest } from '../port.ts'

const own = { cmd: authzCommandField, enable: enableField, ssl: tlsField, type: typeField('redis') }

const single = struct('authz.redis_single', inOrder({ ...redisDeployments.single, ...own }))
const sentinel = struct('authz.redis_sentinel', inOrder({ ...redisDeployments.sentinel, ...own }))
const cluster = struct('authz.redis_cluster', inOrder({ ...redisDeployments.cluster, ...own }))

export type RedisAuthzSettings = PlainValue<typeof single> | PlainValue<typeof sentinel> | PlainValue<typeof cluster>

export const redis: AuthzManifest = {
  type: 'redis',
  category: 'database',
  mark: 'Re',
  label: { en: 'Redis', zh: 'Redis' },
  about: {
    en: 'Looks up the allowed topics of a client in Redis hashes.',
    zh: '从 Redis 哈希中查询客户端允许使用的主题。',
  },
  example: { server: '127.0.0.1:6379', cmd: 'HGETALL mqtt_acl:${username}' },
  structs: [single, sentinel, cluster],
}
