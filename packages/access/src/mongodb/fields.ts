import { jsonObject, setting, text, tlsField } from '@mqdeck/contract'
import { mongodbConnectionFields, mongodbDeployments, writeModeField } from '@mqdeck/drivers/catalog'

/** Query settings for MongoDB, shared by authenticator and source. */

const collection = setting(text(), {
  required: true,
  label: { en: 'Collection', zh: '集合' },
  help: { en: 'Collection that is queried.', zh: '要查询的集合。' },
})

const names =
  '${username}, ${clientid}, ${client_attrs.NAME}, ${peerhost}, ${cert_common_name}, ${cert_subject}, ${zone}'

export const authnFilterField = setting(jsonObject(), {
  default: {},
  wire: { example: {} },
  label: { en: 'Filter', zh: '过滤条件' },
  help: {
    en: `Query filter for one user, such as {"username": "\${username}"}. String values can contain placeholders, which are always inserted as text: ${names}, \${password}.`,
    zh: `查询一个用户，例如 {"username": "\${username}"}。字符串值中可使用占位符，其值始终作为文本：${names}、\${password}。`,
  },
})

export const authzFilterField = setting(jsonObject(), {
  default: {},
  wire: { example: {} },
  label: { en: 'Filter', zh: '过滤条件' },
  help: {
    en: `Query filter for the rules of a client, such as {"username": "\${username}"}. The documents contain permission, action and topic or topics, and optionally qos and retain. String values can contain placeholders, which are always inserted as text: ${names}.`,
    zh: `查询客户端的规则，例如 {"username": "\${username}"}。文档包含 permission、action、topic 或 topics，以及可选的 qos 和 retain。字符串值中可使用占位符，其值始终作为文本：${names}。`,
  },
})

/** Fields that all deployments have. */
const common = {
  ...mongodbConnectionFields,
  collection,
  ssl: tlsField,
  w_mode: writeModeField({
    en: 'No effect on this broker. Nothing is written.',
    zh: '在此服务端不起作用，不写入数据。',
  }),
}

/** The fields of each deployment. */
export const deployments = {
  single: { ...common, ...mongodbDeployments.single },
  rs: { ...common, ...mongodbDeployments.rs },
  sharded: { ...common, ...mongodbDeployments.sharded },
} as const
