import {
  autoReconnectField,
  databaseField,
  flag,
  passwordField,
  poolSizeField,
  serverField,
  setting,
  struct,
  tlsField,
  usernameFieldOr,
} from '@mqdeck/contract'
import { bridgeNames, descriptionFields, plainBridgeOptions } from '../bridges/names.ts'
import { localTopicField, sqlField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const parameters = struct('bridge_mysql.action_parameters', {
  sql: sqlField(
    'insert into t_mqtt_msg(msgid, topic, qos, payload, arrived) values (${id}, ${topic}, ${qos}, ${payload}, FROM_UNIXTIME(${timestamp}/1000))',
  ),
  undefined_vars_as_null: setting(flag(), {
    default: false,
    label: { en: 'Undefined values as NULL', zh: '未定义变量作为 NULL' },
    help: {
      en: 'Writes undefined values as NULL. If disabled, they are written as the text undefined.',
      zh: '将未定义的值写为 NULL；关闭时写为文本 undefined。',
    },
  }),
})

export const mysql = {
  type: 'mysql',
  label: { en: 'MySQL', zh: 'MySQL' },
  about: {
    en: 'Inserts messages into MySQL or MariaDB with a SQL template.',
    zh: '使用 SQL 模板将消息写入 MySQL 或 MariaDB。',
  },
  category: 'database',
  mark: 'My',
  connector: {
    components: {
      post: 'bridge_mysql.post_connector',
      put: 'bridge_mysql.put_connector',
      get: 'bridge_mysql.get_connector',
    },
    fields: {
      server: serverField(3306),
      database: databaseField,
      pool_size: poolSizeField,
      username: usernameFieldOr('root'),
      password: passwordField,
      auto_reconnect: autoReconnectField,
      ssl: tlsField,
    },
    example: { server: '127.0.0.1:3306', database: 'mqtt' },
    resourceOpts: connectorOptions('bridge_mysql.connector_resource_opts'),
  },
  action: {
    components: {
      post: 'bridge_mysql.post_bridge_v2',
      put: 'bridge_mysql.put_bridge_v2',
      get: 'bridge_mysql.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [parameters],
    resourceOpts: batchActionOptions('actions_and_sources.action_resource_opts'),
  },
  bridges: [
    {
      type: 'mysql',
      ...bridgeNames('bridge_mysql'),
      options: plainBridgeOptions,
      without: [...descriptionFields, 'disable_prepared_statements', 'undefined_vars_as_null'],
    },
  ],
} as const satisfies IntegrationManifest
