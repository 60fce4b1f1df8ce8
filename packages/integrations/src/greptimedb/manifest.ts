import { passwordField, serverAddress, setting, text, tlsField } from '@mqdeck/contract'
import { plainBridgeOptions } from '../bridges/names.ts'
import { localTopicField } from '../fields.ts'
import { lineParameters } from '../influxdb/manifest.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

export const greptimedb = {
  type: 'greptimedb',
  label: { en: 'GreptimeDB', zh: 'GreptimeDB' },
  about: {
    en: 'Writes points in line protocol as rows over gRPC.',
    zh: '通过 gRPC 将行协议的数据点写为数据行。',
  },
  category: 'time-series',
  mark: 'Gr',
  connector: {
    components: {
      post: 'bridge_greptimedb.post_connector',
      put: 'bridge_greptimedb.put_connector',
      get: 'bridge_greptimedb.get_connector',
    },
    fields: {
      server: setting(serverAddress(4001, { asAddress: true }), {
        default: '127.0.0.1:4001',
        label: { en: 'Server', zh: '服务器' },
        help: {
          en: 'Host and port of the gRPC interface. Default port 4001.',
          zh: 'gRPC 接口的主机和端口，默认端口 4001。',
        },
      }),
      dbname: setting(text(), {
        required: true,
        label: { en: 'Database', zh: '数据库' },
        help: { en: 'Database to write to.', zh: '写入的数据库。' },
      }),
      username: setting(text(), { label: { en: 'Username', zh: '用户名' } }),
      password: passwordField,
      ssl: tlsField,
    },
    example: { dbname: 'public' },
    resourceOpts: connectorOptions('bridge_greptimedb.connector_resource_opts'),
  },
  action: {
    components: {
      post: 'bridge_greptimedb.post_bridge_v2',
      put: 'bridge_greptimedb.put_bridge_v2',
      get: 'bridge_greptimedb.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [lineParameters('bridge_greptimedb.action_parameters')],
    example: { parameters: { write_syntax: 'mqtt,clientid=${clientid} qos=${qos}i,payload="${payload}"' } },
    resourceOpts: batchActionOptions('actions_and_sources.action_resource_opts'),
  },
  bridges: [
    { type: 'greptimedb', component: (use) => `bridge_greptimedb.${use}_grpc_v1`, options: plainBridgeOptions },
  ],
} as const satisfies IntegrationManifest
