import { type FlatBridge, flatBridge } from './flat-bridge.ts'
import { mqttBridge } from './mqtt-bridge.ts'
import type { BridgeType } from './port.ts'

export { type Bridge, type BridgeType, omit, type Settings } from './port.ts'

const named = (prefix: string, suffix = '') => ({
  component: (use: string) => `${prefix}.${use}${suffix}`,
  options: `${prefix}.creation_opts`,
})
const plainOptions = { options: 'resource_schema.creation_opts' }
/** Fields that all connectors and actions have, but only some bridges. */
const texts = ['description', 'tags']

const sql = (type: string): FlatBridge => ({
  type,
  of: type,
  ...named(`bridge_${type}`),
  ...plainOptions,
  without: [...texts, 'disable_prepared_statements', 'undefined_vars_as_null'],
})

const redis = (deployment: string): FlatBridge => ({
  type: `redis_${deployment}`,
  of: 'redis',
  ...named('bridge_redis', `_${deployment}`),
  options: `bridge_redis.creation_opts_redis_${deployment}`,
  variant: { struct: `redis.redis_${deployment}_connector`, tag: 'redis_type', value: deployment },
})

const mongodb = (deployment: string): FlatBridge => ({
  type: `mongodb_${deployment}`,
  of: 'mongodb',
  ...named('bridge_mongodb', `_${deployment}`),
  variant: { struct: `mongo.connector_${deployment}`, tag: 'mongo_type', value: deployment },
  without: [...texts, 'local_topic'],
})

const influxdb = (api: string): FlatBridge => ({
  type: `influxdb_${api}`,
  of: 'influxdb',
  ...named('bridge_influxdb', `_${api}`),
  ...plainOptions,
  variant: { struct: `connector_influxdb.connector_influxdb_${api}`, tag: 'influxdb_type', value: `influxdb_${api}` },
  without: ['influxdb_type'],
})

const kafka = {
  options: 'bridge_kafka.connector_resource_opts',
  parametersIn: 'kafka',
} as const

const flatBridges: readonly FlatBridge[] = [
  {
    type: 'webhook',
    of: 'http',
    hasBothNames: true,
    ...named('bridge_http'),
    options: 'bridge_http.v1_resource_opts',
    parameters: { path: '', headers: {} },
  },
  sql('mysql'),
  sql('pgsql'),
  sql('timescale'),
  sql('matrix'),
  { type: 'cassandra', of: 'cassandra', ...named('bridge_cassa'), ...plainOptions, without: texts },
  redis('single'),
  redis('sentinel'),
  redis('cluster'),
  mongodb('single'),
  mongodb('rs'),
  mongodb('sharded'),
  influxdb('api_v1'),
  influxdb('api_v2'),
  {
    type: 'greptimedb',
    of: 'greptimedb',
    component: (use) => `bridge_greptimedb.${use}_grpc_v1`,
    ...plainOptions,
  },
  { type: 'tdengine', of: 'tdengine', ...named('bridge_tdengine'), ...plainOptions, without: [...texts, 'token'] },
  { type: 'iotdb', of: 'iotdb', ...named('bridge_iotdb'), without: [...texts, 'driver', 'local_topic', 'data'] },
  {
    type: 'opents',
    of: 'opents',
    ...named('bridge_opents'),
    ...plainOptions,
    without: [...texts, 'local_topic', 'data'],
  },
  { type: 'rabbitmq', of: 'rabbitmq', ...named('bridge_rabbitmq'), without: texts },
  {
    type: 'clickhouse',
    of: 'clickhouse',
    ...named('bridge_clickhouse'),
    without: [...texts, 'undefined_vars_as_null'],
  },
  { type: 'dynamo', of: 'dynamo', ...named('bridge_dynamo'), without: texts },
  { type: 'kinesis_producer', of: 'kinesis', ...named('bridge_kinesis', '_producer') },
  { type: 'gcp_pubsub', of: 'gcp_pubsub_producer', ...named('bridge_gcp_pubsub', '_producer'), ...plainOptions },
  {
    type: 'kafka',
    of: 'kafka_producer',
    hasBothNames: true,
    ...named('bridge_kafka', '_producer'),
    ...kafka,
    without: ['max_linger_time', 'max_linger_bytes'],
    parametersName: 'bridge_kafka.v1_producer_kafka_opts',
  },
  {
    type: 'azure_event_hub_producer',
    of: 'azure_event_hub_producer',
    ...named('bridge_azure_event_hub', '_producer'),
    ...kafka,
  },
]

/** The types that have bridges. Types that EMQX added after the first version have none. */
export const bridgeTypes: readonly BridgeType[] = [...flatBridges.map(flatBridge), mqttBridge]

/** Component schemas for the OpenAPI document. */
export const bridgePlugs = () => ({
  bridge_post: bridgeTypes.map(({ structs }) => structs.post.schema),
  bridge_put: bridgeTypes.map(({ structs }) => structs.put.schema),
  bridge: bridgeTypes.map(({ structs }) => structs.get.schema),
})
