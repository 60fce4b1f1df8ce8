import {
  passwordField,
  poolSizeField,
  serverField,
  setting,
  struct,
  text,
  tlsField,
  usernameField,
} from '@mqdeck/contract'
import { httpConnectionFields } from '@mqdeck/drivers/catalog'
import { localTopicField, retriesField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { actionOptions, connectorOptions } from '../resource-options.ts'

const parameters = struct('action_couchbase.parameters', {
  sql: setting(text({ wire: { is_template: true } }), {
    required: true,
    form: { type: 'string', is_template: true, format: 'sql' },
    label: { en: 'SQL++', zh: 'SQL++' },
    help: {
      en: 'Statement for each message. Placeholders such as ${payload} are sent as parameters, never as SQL++, and need no quotes.',
      zh: '每条消息执行一次的语句。${payload} 等占位符作为参数发送，不会作为 SQL++ 执行，无需加引号。',
    },
  }),
  max_retries: { ...retriesField, default: 3 },
})

export const couchbase = {
  type: 'couchbase',
  label: { en: 'Couchbase', zh: 'Couchbase' },
  about: { en: 'Writes documents with SQL++.', zh: '用 SQL++ 写入文档。' },
  category: 'database',
  mark: 'Cb',
  connector: {
    components: {
      post: 'connector_couchbase.post_connector',
      put: 'connector_couchbase.put_connector',
      get: 'connector_couchbase.get_connector',
    },
    fields: {
      server: {
        ...serverField(8093),
        help: {
          en: 'Host and port of the query service. Default port 8093, with TLS usually 18093.',
          zh: '查询服务的主机和端口，默认端口 8093，启用 TLS 时通常为 18093。',
        },
      },
      username: usernameField,
      password: passwordField,
      pool_size: poolSizeField,
      connect_timeout: httpConnectionFields.connect_timeout,
      pipelining: httpConnectionFields.enable_pipelining,
      ssl: tlsField,
    },
    example: { server: '127.0.0.1:8093' },
    resourceOpts: connectorOptions('connector.resource_opts'),
  },
  action: {
    components: {
      post: 'action_couchbase.post_bridge_v2',
      put: 'action_couchbase.put_bridge_v2',
      get: 'action_couchbase.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [parameters],
    example: {
      parameters: {
        sql: 'UPSERT INTO mqtt (KEY, VALUE) VALUES (${id}, {"topic": ${topic}, "clientid": ${clientid}, "payload": ${payload}})',
      },
    },
    resourceOpts: actionOptions('action_couchbase.action_resource_opts'),
  },
} as const satisfies IntegrationManifest
