import {
  jsonObject,
  mongodbConnectionFields,
  mongodbDeployments,
  setting,
  text,
  tlsField,
  writeModeField,
} from '@mqdeck/contract'

/** Settings of how to ask MongoDB, the same for authenticators and sources. */

const collection = setting(text(), { required: true, label: { en: 'Collection', zh: '集合' } })

const names =
  '${username}, ${clientid}, ${client_attrs.NAME}, ${peerhost}, ${cert_common_name}, ${cert_subject}, ${zone}'

export const authnFilterField = setting(jsonObject(), {
  default: {},
  wire: { example: {} },
  label: { en: 'Filter', zh: '过滤条件' },
  help: {
    en: `Finds one user, such as {"username": "\${username}"}. A place holder stands in a text that is a value; what a client calls itself stays a text there: ${names}, \${password}.`,
    zh: `查询一个用户，例如 {"username": "\${username}"}。占位符写在文本值中，其值始终作为文本：${names}、\${password}。`,
  },
})

export const authzFilterField = setting(jsonObject(), {
  default: {},
  wire: { example: {} },
  label: { en: 'Filter', zh: '过滤条件' },
  help: {
    en: `Finds the rules of a client, such as {"username": "\${username}"}: documents with permission, action and topic or topics, and qos and retain where there are any. A place holder stands in a text that is a value; what a client calls itself stays a text there: ${names}.`,
    zh: `查询客户端的规则，例如 {"username": "\${username}"}：文档包含 permission、action、topic 或 topics，以及可选的 qos 和 retain。占位符写在文本值中，其值始终作为文本：${names}。`,
  },
})

/** Of every deployment, without the fields that tell them apart. */
const common = {
  ...mongodbConnectionFields,
  collection,
  ssl: tlsField,
  w_mode: writeModeField({ en: 'Nothing is written here: it has no effect.', zh: '此处不写入数据，不起作用。' }),
}

/** The fields of each deployment. */
export const deployments = {
  single: { ...common, ...mongodbDeployments.single },
  rs: { ...common, ...mongodbDeployments.rs },
  sharded: { ...common, ...mongodbDeployments.sharded },
} as const
