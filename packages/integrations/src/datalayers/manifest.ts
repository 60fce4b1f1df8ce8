import { choice, passwordField, serverAddress, setting, struct, text, tlsField, variants } from '@mqdeck/contract'
import { localTopicField } from '../fields.ts'
import { connectionsField, lineParameters } from '../influxdb/manifest.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const influxdbV1 = struct('connector_datalayers.datalayers_influxdb_v1_parameters', {
  driver_type: setting(choice({ influxdb_v1: { en: 'InfluxDB v1', zh: 'InfluxDB v1' } }), {
    default: 'influxdb_v1',
    label: { en: 'Protocol', zh: '协议' },
    help: { en: 'Line protocol as in InfluxDB 1.', zh: '与 InfluxDB 1 相同的行协议。' },
  }),
  database: setting(text(), {
    required: true,
    label: { en: 'Database', zh: '数据库' },
    help: { en: 'Database to write to.', zh: '写入的数据库。' },
  }),
  username: setting(text(), { label: { en: 'Username', zh: '用户名' } }),
  password: passwordField,
})

export const datalayers = {
  type: 'datalayers',
  label: { en: 'Datalayers', zh: 'Datalayers' },
  about: { en: 'Writes points to Datalayers in line protocol.', zh: '以行协议将数据点写入 Datalayers。' },
  category: 'time-series',
  mark: 'Dl',
  connector: {
    components: {
      post: 'bridge_datalayers.post_connector',
      put: 'bridge_datalayers.put_connector',
      get: 'bridge_datalayers.get_connector',
    },
    fields: {
      server: setting(serverAddress(8361, { asAddress: true }), {
        default: '127.0.0.1:8361',
        label: { en: 'Server', zh: '服务器' },
        help: {
          en: 'Host and port of the HTTP interface. Default port 8361.',
          zh: 'HTTP 接口的主机和端口，默认端口 8361。',
        },
      }),
      pool_size: connectionsField,
      parameters: setting(variants([influxdbV1]), { required: true, label: { en: 'Database', zh: '数据库' } }),
      ssl: tlsField,
    },
    resourceOpts: connectorOptions('bridge_datalayers.connector_resource_opts'),
  },
  action: {
    components: {
      post: 'bridge_datalayers.post_bridge_v2',
      put: 'bridge_datalayers.put_bridge_v2',
      get: 'bridge_datalayers.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [lineParameters('bridge_datalayers.action_parameters')],
    example: { parameters: { write_syntax: 'mqtt,clientid=${clientid} qos=${qos}i,payload="${payload}"' } },
    resourceOpts: batchActionOptions('actions_and_sources.action_resource_opts'),
  },
} as const satisfies IntegrationManifest
