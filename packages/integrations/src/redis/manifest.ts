import { list, setting, struct, template, tlsField, variants } from '@mqdeck/contract'
import { redisDeployments } from '@mqdeck/drivers/catalog'
import { bridgeNames } from '../bridges/names.ts'
import { localTopicField } from '../fields.ts'
import type { BridgeManifest, IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const { single, sentinel, cluster } = redisDeployments

const singlePlace = struct('redis.redis_single_connector', {
  server: single.server,
  redis_type: single.redis_type,
  pool_size: single.pool_size,
  username: single.username,
  password: single.password,
  database: single.database,
  auto_reconnect: single.auto_reconnect,
})

const sentinelPlace = struct('redis.redis_sentinel_connector', {
  servers: sentinel.servers,
  redis_type: sentinel.redis_type,
  sentinel: sentinel.sentinel,
  pool_size: sentinel.pool_size,
  username: sentinel.username,
  password: sentinel.password,
  database: sentinel.database,
  auto_reconnect: sentinel.auto_reconnect,
})

const clusterPlace = struct('redis.redis_cluster_connector', {
  servers: cluster.servers,
  redis_type: cluster.redis_type,
  pool_size: cluster.pool_size,
  username: cluster.username,
  password: cluster.password,
  auto_reconnect: cluster.auto_reconnect,
})

const parameters = struct(
  'bridge_redis.action_parameters',
  {
    command_template: setting(list(template()), {
      required: true,
      label: { en: 'Command', zh: '命令' },
      help: {
        en: 'Command and arguments, one per field. A placeholder always stays one argument, except a value of map_to_redis_hset_args(), which becomes the fields and values of HSET.',
        zh: '命令及参数，每项一个。占位符的值始终为一个参数，但 map_to_redis_hset_args() 的值会展开为 HSET 的字段和值。',
      },
    }),
  },
  ({ command_template: words }, refuse) => {
    if (words.length === 0 || words.some((word) => word.trim() === ''))
      refuse('command_template', 'must be a command and its arguments, without empty fields')
  },
)

const bridge = (deployment: string): BridgeManifest => ({
  type: `redis_${deployment}`,
  ...bridgeNames('bridge_redis', `_${deployment}`),
  options: `bridge_redis.creation_opts_redis_${deployment}`,
  variant: { struct: `redis.redis_${deployment}_connector`, tag: 'redis_type', value: deployment },
})

export const redis = {
  type: 'redis',
  label: { en: 'Redis', zh: 'Redis' },
  about: { en: 'Runs a Redis command for each message.', zh: '为每条消息执行一条 Redis 命令。' },
  category: 'database',
  mark: 'Re',
  connector: {
    components: { post: 'redis.post_connector', put: 'redis.put_connector', get: 'redis.get_connector' },
    fields: {
      parameters: setting(variants([clusterPlace, sentinelPlace, singlePlace]), {
        required: true,
        label: { en: 'Deployment', zh: '部署' },
      }),
      ssl: tlsField,
    },
    example: { parameters: { redis_type: 'single', server: '127.0.0.1:6379' } },
    resourceOpts: connectorOptions('redis.connector_resource_opts'),
  },
  action: {
    components: { post: 'redis.post_bridge_v2', put: 'redis.put_bridge_v2', get: 'redis.get_bridge_v2' },
    fields: { local_topic: localTopicField },
    parameters: [parameters],
    example: { parameters: { command_template: ['HSET', 'mqtt:${clientid}', '${topic}', '${payload}'] } },
    resourceOpts: batchActionOptions('redis.action_resource_opts', { size: 1, time: '0ms' }),
  },
  bridges: [bridge('single'), bridge('sentinel'), bridge('cluster')],
} as const satisfies IntegrationManifest
