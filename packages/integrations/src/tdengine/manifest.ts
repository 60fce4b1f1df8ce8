import {
  autoReconnectField,
  databaseField,
  flag,
  passwordField,
  poolSizeField,
  serverAddress,
  setting,
  struct,
  text,
  usernameFieldOr,
} from '@mqdeck/contract'
import { bridgeNames, descriptionFields, plainBridgeOptions } from '../bridges/names.ts'
import { localTopicField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const parameters = struct('bridge_tdengine.action_parameters', {
  database: databaseField,
  sql: setting(text({ format: 'sql', wire: { is_template: true } }), {
    default:
      "insert into t_mqtt_msg(ts, msgid, mqtt_topic, qos, payload, arrived) values (${ts}, '${id}', '${topic}', ${qos}, '${payload}', ${timestamp})",
    label: { en: 'SQL', zh: 'SQL' },
    help: {
      en: 'INSERT statement with VALUES. Placeholder values are escaped and never run as SQL. Placeholders in names may only have letters, digits and underscores.',
      zh: '带 VALUES 的 INSERT 语句。占位符的值会被转义，不会作为 SQL 执行。名称中占位符的值只能包含字母、数字和下划线。',
    },
  }),
  undefined_vars_as_null: setting(flag(), {
    default: false,
    label: { en: 'Undefined values as NULL', zh: '未定义变量作为 NULL' },
    help: {
      en: 'Writes undefined values as NULL. If disabled, they are written as the text undefined.',
      zh: '将未定义的值写为 NULL；关闭时写为文本 undefined。',
    },
  }),
})

export const tdengine = {
  type: 'tdengine',
  label: { en: 'TDengine', zh: 'TDengine' },
  about: {
    en: 'Inserts messages into TDengine with a SQL template over REST.',
    zh: '通过 REST 接口使用 SQL 模板将消息写入 TDengine。',
  },
  category: 'time-series',
  mark: 'Td',
  connector: {
    components: {
      post: 'tdengine_connector.post',
      put: 'tdengine_connector.put',
      get: 'tdengine_connector.get',
    },
    fields: {
      server: setting(serverAddress(6041), {
        required: true,
        label: { en: 'Server', zh: '服务器' },
        help: {
          en: 'Host and port of the REST interface (taosAdapter). Default port 6041.',
          zh: 'REST 接口（taosAdapter）的主机和端口，默认端口 6041。',
        },
      }),
      pool_size: poolSizeField,
      username: usernameFieldOr('root'),
      password: passwordField,
      token: setting(
        { ...text(), secret: true },
        {
          form: { type: 'string', format: 'password' },
          label: { en: 'Token', zh: '令牌' },
          help: {
            en: 'Token of TDengine Cloud. With a token, username and password are not used.',
            zh: 'TDengine Cloud 的令牌。填写后不使用用户名和密码。',
          },
        },
      ),
      auto_reconnect: autoReconnectField,
    },
    example: { server: '127.0.0.1:6041', password: 'taosdata' },
    resourceOpts: connectorOptions('tdengine_connector.connector_resource_opts'),
  },
  action: {
    components: {
      post: 'bridge_tdengine.post_bridge_v2',
      put: 'bridge_tdengine.put_bridge_v2',
      get: 'bridge_tdengine.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [parameters],
    example: {
      parameters: {
        database: 'mqtt',
        sql: "INSERT INTO mqtt_messages (ts, clientid, topic, qos, payload) VALUES (${timestamp}, '${clientid}', '${topic}', ${qos}, '${payload}')",
      },
    },
    resourceOpts: batchActionOptions('actions_and_sources.action_resource_opts'),
  },
  bridges: [
    {
      type: 'tdengine',
      ...bridgeNames('bridge_tdengine'),
      options: plainBridgeOptions,
      without: [...descriptionFields, 'token'],
    },
  ],
} as const satisfies IntegrationManifest
