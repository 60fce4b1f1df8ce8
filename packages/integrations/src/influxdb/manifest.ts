import {
  choice,
  integer,
  passwordField,
  secret,
  serverAddress,
  setting,
  struct,
  text,
  tlsField,
  variants,
} from '@mqdeck/contract'
import { bridgeNames, plainBridgeOptions } from '../bridges/names.ts'
import { localTopicField } from '../fields.ts'
import type { BridgeManifest, IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const versionLabel = { en: 'API version', zh: 'API 版本' }

const apiV2 = struct('connector_influxdb.connector_influxdb_api_v2', {
  influxdb_type: setting(choice({ influxdb_api_v2: { en: 'InfluxDB v2', zh: 'InfluxDB v2' } }), {
    default: 'influxdb_api_v2',
    label: versionLabel,
  }),
  bucket: setting(text(), {
    required: true,
    label: { en: 'Bucket', zh: 'Bucket' },
    help: { en: 'Bucket to write to.', zh: '写入的 Bucket。' },
  }),
  org: setting(text(), {
    required: true,
    label: { en: 'Organization', zh: '组织' },
    help: { en: 'Organization that owns the bucket.', zh: '该 Bucket 所属的组织。' },
  }),
  token: setting(secret(), {
    required: true,
    wire: { example: 'R4ND0M/S∃CЯ∃T' },
    label: { en: 'Token', zh: '令牌' },
    help: { en: 'API token with write permission for the bucket.', zh: '具有该 Bucket 写权限的 API 令牌。' },
  }),
})

const apiV1 = struct('connector_influxdb.connector_influxdb_api_v1', {
  influxdb_type: setting(choice({ influxdb_api_v1: { en: 'InfluxDB v1', zh: 'InfluxDB v1' } }), {
    default: 'influxdb_api_v1',
    label: versionLabel,
  }),
  database: setting(text(), {
    required: true,
    label: { en: 'Database', zh: '数据库' },
    help: { en: 'Database to write to.', zh: '写入的数据库。' },
  }),
  username: setting(text(), { label: { en: 'Username', zh: '用户名' } }),
  password: passwordField,
})

/** The parameters of an action that writes line protocol. */
export const lineParameters = <const N extends string>(name: N) =>
  struct(name, {
    write_syntax: setting(text({ format: 'sql', wire: { is_template: true } }), {
      required: true,
      label: { en: 'Write syntax', zh: '写语句' },
      help: {
        en: 'Line protocol with placeholders, one point per line. Example: weather,room=${clientid} temp=${payload.temp},count=${payload.count}i ${timestamp}. Append i or u to integers and put strings in quotes.',
        zh: '带占位符的行协议，每行一个数据点。例如 weather,room=${clientid} temp=${payload.temp},count=${payload.count}i ${timestamp}。整数后加 i 或 u，字符串加引号。',
      },
    }),
    precision: setting(
      choice({
        ns: { en: 'Nanoseconds', zh: '纳秒' },
        us: { en: 'Microseconds', zh: '微秒' },
        ms: { en: 'Milliseconds', zh: '毫秒' },
        s: { en: 'Seconds', zh: '秒' },
      }),
      {
        default: 'ms',
        label: { en: 'Time precision', zh: '时间精度' },
        help: {
          en: 'Unit of the timestamps. ${timestamp} is converted to this unit. Other timestamps must already have it.',
          zh: '时间戳的单位。${timestamp} 会换算为该单位，其他时间戳须已是该单位。',
        },
      },
    ),
  })

export const connectionsField = setting(integer(1, Number.POSITIVE_INFINITY, { unprinted: true }), {
  default: 8,
  label: { en: 'Pool size', zh: '连接池大小' },
  help: { en: 'Maximum number of open connections.', zh: '最多同时打开的连接数。' },
})

const bridge = (api: string): BridgeManifest => ({
  type: `influxdb_${api}`,
  ...bridgeNames('bridge_influxdb', `_${api}`),
  options: plainBridgeOptions,
  variant: { struct: `connector_influxdb.connector_influxdb_${api}`, tag: 'influxdb_type', value: `influxdb_${api}` },
  without: ['influxdb_type'],
})

export const influxdb = {
  type: 'influxdb',
  label: { en: 'InfluxDB', zh: 'InfluxDB' },
  about: {
    en: 'Writes points to InfluxDB 1 or 2, or to systems that support its line protocol.',
    zh: '将数据点写入 InfluxDB 1、2 或支持其行协议的系统。',
  },
  category: 'time-series',
  mark: 'In',
  connector: {
    components: {
      post: 'bridge_influxdb.post_connector',
      put: 'bridge_influxdb.put_connector',
      get: 'bridge_influxdb.get_connector',
    },
    fields: {
      server: setting(serverAddress(8086, { asAddress: true }), {
        default: '127.0.0.1:8086',
        label: { en: 'Server', zh: '服务器' },
        help: {
          en: 'Host and port of the server. Default port 8086.',
          zh: '服务器的主机和端口，默认端口 8086。',
        },
      }),
      pool_size: connectionsField,
      parameters: setting(variants([apiV2, apiV1]), { required: true, label: { en: 'API', zh: 'API' } }),
      ssl: tlsField,
    },
    resourceOpts: connectorOptions('bridge_influxdb.connector_resource_opts'),
  },
  action: {
    components: {
      post: 'bridge_influxdb.post_bridge_v2',
      put: 'bridge_influxdb.put_bridge_v2',
      get: 'bridge_influxdb.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [lineParameters('bridge_influxdb.action_parameters')],
    example: { parameters: { write_syntax: 'mqtt,clientid=${clientid} qos=${qos}i,payload="${payload}"' } },
    resourceOpts: batchActionOptions('actions_and_sources.action_resource_opts'),
  },
  bridges: [bridge('api_v1'), bridge('api_v2')],
} as const satisfies IntegrationManifest
