import { setting, text } from '@mqdeck/contract'

export const authnCommandField = setting(text(), {
  required: true,
  label: { en: 'Command', zh: '查询命令' },
  help: {
    en: 'HGET or HMGET with a key and the fields password_hash, salt and is_superuser. The key can contain placeholders, whose values always stay within one argument: ${username}, ${clientid}, ${client_attrs.NAME}, ${peerhost}, ${cert_common_name}, ${cert_subject}, ${zone}.',
    zh: 'HGET 或 HMGET，后接键名以及字段 password_hash、salt、is_superuser。键名中可使用占位符，其值始终属于同一个参数：${username}、${clientid}、${client_attrs.NAME}、${peerhost}、${cert_common_name}、${cert_subject}、${zone}。',
  },
})

export const authzCommandField = setting(text(), {
  required: true,
  wire: { example: 'HGETALL mqtt_authz' },
  label: { en: 'Command', zh: '查询命令' },
  help: {
    en: 'HGETALL with the key of a hash. Each field is an allowed topic, and its value is publish, subscribe, all, or JSON such as {"action": "publish", "qos": [0, 1], "retain": false}. The result of HMGET is read as alternating topics and values. Placeholders: ${username}, ${clientid}, ${client_attrs.NAME}, ${peerhost}, ${cert_common_name}, ${cert_subject}, ${zone}.',
    zh: 'HGETALL 后接哈希键名：每个字段是允许使用的主题，值为 publish、subscribe、all，或 JSON，例如 {"action": "publish", "qos": [0, 1], "retain": false}。HMGET 的结果按主题和值交替读取。占位符：${username}、${clientid}、${client_attrs.NAME}、${peerhost}、${cert_common_name}、${cert_subject}、${zone}。',
  },
})
