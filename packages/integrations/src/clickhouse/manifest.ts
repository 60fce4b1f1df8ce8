import {
  autoReconnectField,
  databaseField,
  flag,
  passwordField,
  poolSizeField,
  setting,
  struct,
  text,
  url,
} from '@mqdeck/contract'
import { httpConnectionFields } from '@mqdeck/drivers/catalog'
import { bridgeNames, descriptionFields } from '../bridges/names.ts'
import { localTopicField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const parameters = struct('bridge_clickhouse.action_parameters', {
  sql: setting(text({ format: 'sql', wire: { is_template: true } }), {
    default: "INSERT INTO messages(data, arrived) VALUES ('${payload}', ${timestamp})",
    label: { en: 'SQL', zh: 'SQL' },
    help: {
      en: 'INSERT statement with VALUES, or with FORMAT JSONEachRow, CSV or TabSeparated. Placeholder values are escaped and never run as SQL.',
      zh: '带 VALUES，或 FORMAT JSONEachRow、CSV、TabSeparated 的 INSERT 语句。占位符的值会被转义，不会作为 SQL 执行。',
    },
  }),
  batch_value_separator: setting(text(), {
    default: ', ',
    label: { en: 'Row separator', zh: '行分隔符' },
    help: {
      en: 'Separator between the rows of a batch. Use a comma for VALUES, a line break for CSV and TabSeparated.',
      zh: '批量写入时各行之间的分隔符：VALUES 用逗号，CSV 和 TabSeparated 用换行符。',
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

export const clickhouse = {
  type: 'clickhouse',
  label: { en: 'ClickHouse', zh: 'ClickHouse' },
  about: {
    en: 'Inserts messages into ClickHouse with a SQL template over HTTP.',
    zh: '通过 HTTP 使用 SQL 模板将消息写入 ClickHouse。',
  },
  category: 'database',
  mark: 'Ch',
  connector: {
    components: {
      post: 'bridge_clickhouse.post_connector',
      put: 'bridge_clickhouse.put_connector',
      get: 'bridge_clickhouse.get_connector',
    },
    fields: {
      url: setting(url(), {
        required: true,
        wire: { example: 'http://127.0.0.1' },
        label: { en: 'URL', zh: 'URL' },
        help: {
          en: 'Address of the HTTP interface, such as http://127.0.0.1:8123. Certificates of https addresses are always verified.',
          zh: 'HTTP 接口地址，例如 http://127.0.0.1:8123；使用 https 时始终校验证书。',
        },
      }),
      connect_timeout: httpConnectionFields.connect_timeout,
      database: databaseField,
      pool_size: poolSizeField,
      username: setting(text(), {
        label: { en: 'Username', zh: '用户名' },
        help: { en: 'User for the connection. Default: default.', zh: '连接使用的用户，默认为 default。' },
      }),
      password: passwordField,
      auto_reconnect: autoReconnectField,
    },
    example: { url: 'http://127.0.0.1:8123', database: 'mqtt' },
    resourceOpts: connectorOptions('bridge_clickhouse.connector_resource_opts'),
    check: ({ url: given }, refuse) => {
      // Invalid URLs are already rejected.
      if (typeof given !== 'string' || !URL.canParse(given)) return
      const { protocol, username, password } = new URL(given)
      if (protocol !== 'http:' && protocol !== 'https:') refuse('url', 'must begin with http:// or https://')
      else if (username !== '' || password !== '') refuse('url', 'must not contain a username or password')
    },
  },
  action: {
    components: {
      post: 'bridge_clickhouse.post_bridge_v2',
      put: 'bridge_clickhouse.put_bridge_v2',
      get: 'bridge_clickhouse.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [parameters],
    example: {
      parameters: {
        sql: "INSERT INTO mqtt_messages (clientid, topic, qos, payload) VALUES ('${clientid}', '${topic}', ${qos}, '${payload}')",
      },
    },
    resourceOpts: batchActionOptions('actions_and_sources.action_resource_opts'),
  },
  bridges: [
    {
      type: 'clickhouse',
      ...bridgeNames('bridge_clickhouse'),
      without: [...descriptionFields, 'undefined_vars_as_null'],
    },
  ],
} as const satisfies IntegrationManifest
