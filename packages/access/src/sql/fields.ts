import { anyMap, setting, sql, text } from '@mqdeck/contract'

export const authnQueryField = setting(sql(), {
  required: true,
  label: { en: 'SQL', zh: 'SQL' },
  help: {
    en: 'Query for one user. Returns the column password_hash, and optionally salt and is_superuser. Placeholders are passed to the database as parameters: ${username}, ${clientid}, ${client_attrs.NAME}, ${peerhost}, ${cert_common_name}, ${cert_subject}, ${zone}, ${password}.',
    zh: '查询一个用户，返回 password_hash 列，以及可选的 salt 和 is_superuser 列。占位符以参数形式传给数据库：${username}、${clientid}、${client_attrs.NAME}、${peerhost}、${cert_common_name}、${cert_subject}、${zone}、${password}。',
  },
})

export const authzQueryField = setting(sql(), {
  required: true,
  label: { en: 'SQL', zh: 'SQL' },
  help: {
    en: 'Query for the rules of a client. Returns the columns permission, action and topic, and optionally qos and retain. Placeholders are passed to the database as parameters: ${username}, ${clientid}, ${client_attrs.NAME}, ${peerhost}, ${cert_common_name}, ${cert_subject}, ${zone}.',
    zh: '查询客户端的规则，返回 permission、action 和 topic 列，以及可选的 qos 和 retain 列。占位符以参数形式传给数据库：${username}、${clientid}、${client_attrs.NAME}、${peerhost}、${cert_common_name}、${cert_subject}、${zone}。',
  },
})

/** In the schema of EMQX sources, where the query is stored in it. */
export const prepareStatementField = setting(anyMap(text()), {
  wire: { example: {} },
  advanced: true,
  label: { en: 'Prepared statements', zh: '预处理语句' },
  help: {
    en: 'No effect on this broker. The query is prepared automatically.',
    zh: '在此服务端不起作用，查询会自动预处理。',
  },
})

export const authnQueryExample = 'SELECT password_hash, salt FROM mqtt_user WHERE username = ${username} LIMIT 1'

export const authzQueryExample = 'SELECT permission, action, topic FROM mqtt_acl WHERE username = ${username}'
