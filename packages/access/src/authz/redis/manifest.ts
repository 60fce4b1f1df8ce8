import { type PlainValue, redisDeployments, struct, tlsField } from '@mqdeck/contract'
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
  label: { en: 'Redis', zh: 'Redis' },
  about: {
    en: 'Topics that clients may use, in hashes of Redis.',
    zh: '客户端可使用的主题保存在 Redis 哈希中。',
  },
  structs: [single, sentinel, cluster],
}
