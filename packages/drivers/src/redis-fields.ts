import {
  autoReconnectField,
  choice,
  integer,
  passwordField,
  poolSizeField,
  serverAddresses,
  serverField,
  setting,
  text,
} from '@mqdeck/contract'

/** Connection settings of Redis, shared by authenticators, sources and connectors. */

const usualPort = 6379

const redisType = <T extends 'single' | 'sentinel' | 'cluster'>(type: T) =>
  setting(
    choice([type], {
      single: { en: 'Single node', zh: '单节点' },
      sentinel: { en: 'Sentinel', zh: '哨兵' },
      cluster: { en: 'Cluster', zh: '集群' },
    }),
    { default: type, label: { en: 'Deployment', zh: '部署模式' } },
  )

const database = setting(integer(0), {
  default: 0,
  label: { en: 'Database', zh: '数据库编号' },
  help: { en: 'Number of the Redis database. Default 0.', zh: 'Redis 数据库的编号，默认 0。' },
})

const sentinel = setting(text(), {
  required: true,
  label: { en: 'Master name', zh: '主节点名称' },
  help: {
    en: 'Name of the master in Sentinel, for example mymaster.',
    zh: 'Sentinel 中主节点组的名称，例如 mymaster。',
  },
})

const sentinels = setting(serverAddresses(26379), {
  required: true,
  label: { en: 'Sentinels', zh: 'Sentinel 服务器' },
  help: {
    en: 'Host names or addresses, separated by commas. Default port 26379. The first Sentinel that responds provides the master.',
    zh: '以逗号分隔的主机名或地址，默认端口 26379。最先应答的 Sentinel 给出主节点。',
  },
})

const nodes = setting(serverAddresses(usualPort), {
  required: true,
  label: { en: 'Nodes', zh: '集群节点' },
  help: {
    en: `Host names or addresses, separated by commas. Default port ${usualPort}. Some nodes are enough. The others are discovered.`,
    zh: `以逗号分隔的主机名或地址，默认端口 ${usualPort}。填写部分节点即可，其余节点会自动发现。`,
  },
})

const username = setting(text(), {
  label: { en: 'Username', zh: '用户名' },
  help: { en: 'User for access control lists (ACL), Redis 6 and later.', zh: '用于 Redis 6 及以上版本的 ACL。' },
})

const common = {
  auto_reconnect: autoReconnectField,
  password: passwordField,
  pool_size: poolSizeField,
  username,
} as const

/** The fields of each deployment. */
export const redisDeployments = {
  single: { ...common, database, redis_type: redisType('single'), server: serverField(usualPort) },
  sentinel: { ...common, database, redis_type: redisType('sentinel'), sentinel, servers: sentinels },
  cluster: { ...common, redis_type: redisType('cluster'), servers: nodes },
} as const
