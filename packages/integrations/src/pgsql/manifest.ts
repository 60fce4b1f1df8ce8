import {
  autoReconnectField,
  databaseField,
  disablePreparedStatementsField,
  passwordField,
  poolSizeField,
  serverField,
  struct,
  type Text,
  tlsField,
  usernameField,
} from '@mqdeck/contract'
import { bridgeNames, descriptionFields, plainBridgeOptions } from '../bridges/names.ts'
import { localTopicField, sqlField } from '../fields.ts'
import type { Category, IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const parameters = struct('bridge_pgsql.action_parameters', {
  sql: sqlField(
    'insert into t_mqtt_msg(msgid, topic, qos, payload, arrived) values (${id}, ${topic}, ${qos}, ${payload}, TO_TIMESTAMP((${timestamp} :: bigint)/1000))',
  ),
})

interface Names {
  readonly type: string
  readonly label: Text
  readonly about: Text
  readonly category: Category
  readonly mark: string
  /** EMQX has different component names for the connector of PostgreSQL. */
  readonly connectors?: string
}

/** Types with the protocol of PostgreSQL. */
const postgresLike = ({ type, connectors = `bridge_${type}`, ...about }: Names) =>
  ({
    type,
    ...about,
    connector: {
      components: {
        post: `${connectors}.post_connector`,
        put: `${connectors}.put_connector`,
        get: `${connectors}.get_connector`,
      },
      fields: {
        server: serverField(5432),
        disable_prepared_statements: disablePreparedStatementsField,
        database: databaseField,
        pool_size: poolSizeField,
        username: usernameField,
        password: passwordField,
        auto_reconnect: autoReconnectField,
        ssl: tlsField,
      },
      example: { server: '127.0.0.1:5432', database: 'mqtt' },
      resourceOpts: connectorOptions('connector_postgres.resource_opts'),
    },
    action: {
      components: {
        post: `bridge_${type}.post_bridge_v2`,
        put: `bridge_${type}.put_bridge_v2`,
        get: `bridge_${type}.get_bridge_v2`,
      },
      fields: { local_topic: localTopicField },
      parameters: [parameters],
      resourceOpts: batchActionOptions('actions_and_sources.action_resource_opts'),
    },
    bridges: [
      {
        type,
        ...bridgeNames(`bridge_${type}`),
        options: plainBridgeOptions,
        without: [...descriptionFields, 'disable_prepared_statements', 'undefined_vars_as_null'],
      },
    ],
  }) as const satisfies IntegrationManifest

export const pgsql = postgresLike({
  type: 'pgsql',
  label: { en: 'PostgreSQL', zh: 'PostgreSQL' },
  about: {
    en: 'Inserts messages into PostgreSQL with a SQL template.',
    zh: '使用 SQL 模板将消息写入 PostgreSQL。',
  },
  category: 'database',
  mark: 'Pg',
  connectors: 'connector_postgres',
})

export const timescale = postgresLike({
  type: 'timescale',
  label: { en: 'TimescaleDB', zh: 'TimescaleDB' },
  about: {
    en: 'Inserts messages into TimescaleDB with a SQL template.',
    zh: '使用 SQL 模板将消息写入 TimescaleDB。',
  },
  category: 'time-series',
  mark: 'Ts',
})

export const matrix = postgresLike({
  type: 'matrix',
  label: { en: 'MatrixDB', zh: 'MatrixDB' },
  about: {
    en: 'Inserts messages into MatrixDB (YMatrix) with a SQL template.',
    zh: '使用 SQL 模板将消息写入 MatrixDB（YMatrix）。',
  },
  category: 'time-series',
  mark: 'Mx',
})
