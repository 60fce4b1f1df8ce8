import {
  autoReconnectField,
  passwordField,
  poolSizeField,
  serverAddresses,
  setting,
  struct,
  text,
  tlsField,
} from '@mqdeck/contract'
import { bridgeNames, descriptionFields, plainBridgeOptions } from '../bridges/names.ts'
import { localTopicField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const parameters = struct('bridge_cassa.action_parameters', {
  cql: setting(text({ format: 'sql', wire: { is_template: true } }), {
    default:
      'insert into mqtt_msg(msgid, topic, qos, payload, arrived) values (${id}, ${topic},  ${qos}, ${payload}, ${timestamp})',
    label: { en: 'CQL', zh: 'CQL' },
    help: {
      en: 'Runs for each message. Placeholders such as ${payload.temperature} are sent as parameters, never as CQL, and need no quotes. Values are converted to the types of the columns.',
      zh: '每条消息执行一次。${payload.temperature} 等占位符作为参数发送，不会作为 CQL 执行，无需加引号。值会转换为列的类型。',
    },
  }),
})

export const cassandra = {
  type: 'cassandra',
  label: { en: 'Cassandra', zh: 'Cassandra' },
  about: { en: 'Writes rows with CQL.', zh: '用 CQL 写入数据行。' },
  category: 'database',
  mark: 'Ca',
  connector: {
    components: {
      post: 'bridge_cassa.post_connector',
      put: 'bridge_cassa.put_connector',
      get: 'bridge_cassa.get_connector',
    },
    fields: {
      servers: setting(serverAddresses(9042), {
        required: true,
        label: { en: 'Servers', zh: '服务器' },
        help: {
          en: 'Hosts and ports of some nodes, separated by commas. The other nodes are discovered. Default port 9042.',
          zh: '部分节点的主机和端口，以逗号分隔，其他节点会自动发现。默认端口 9042。',
        },
      }),
      keyspace: setting(text(), {
        required: true,
        label: { en: 'Keyspace', zh: 'Keyspace' },
        help: { en: 'Keyspace of the tables. It must exist.', zh: '表所在的 Keyspace，必须已存在。' },
      }),
      pool_size: poolSizeField,
      username: setting(text(), { label: { en: 'Username', zh: '用户名' } }),
      password: passwordField,
      auto_reconnect: autoReconnectField,
      ssl: tlsField,
    },
    example: { servers: '127.0.0.1:9042', keyspace: 'mqtt' },
    resourceOpts: connectorOptions('bridge_cassa.connector_resource_opts'),
  },
  action: {
    components: {
      post: 'bridge_cassa.post_bridge_v2',
      put: 'bridge_cassa.put_bridge_v2',
      get: 'bridge_cassa.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [parameters],
    resourceOpts: batchActionOptions('actions_and_sources.action_resource_opts'),
  },
  bridges: [
    { type: 'cassandra', ...bridgeNames('bridge_cassa'), options: plainBridgeOptions, without: descriptionFields },
  ],
} as const satisfies IntegrationManifest
