import { choice, integer, serverAddresses, setting, text } from '@mqdeck/contract'

const usualPort = 6379

export const redisTypeField = <T extends 'single' | 'sentinel' | 'cluster'>(type: T) =>
  setting(choice([type]), { default: type, label: { en: 'Deployment', zh: '部署模式' } })

export const databaseNumberField = setting(integer(0), {
  default: 0,
  label: { en: 'Database', zh: '数据库编号' },
})

export const sentinelField = setting(text(), {
  required: true,
  label: { en: 'Name of the master', zh: '主节点名称' },
  help: { en: 'What the sentinels call it, such as mymaster.', zh: 'Sentinel 中主节点组的名称，例如 mymaster。' },
})

export const sentinelsField = setting(serverAddresses(26379), {
  required: true,
  label: { en: 'Sentinels', zh: 'Sentinel 服务器' },
  help: {
    en: 'Names or addresses with commas between them; port 26379 when none is given. The first that answers names the master.',
    zh: '以逗号分隔的主机名或地址；未指定端口时为 26379。最先应答的 Sentinel 给出主节点。',
  },
})

export const nodesField = setting(serverAddresses(usualPort), {
  required: true,
  label: { en: 'Nodes', zh: '集群节点' },
  help: {
    en: `Some nodes of the cluster, names or addresses with commas between them; port ${usualPort} when none is given. They know the others.`,
    zh: `集群中的部分节点，以逗号分隔的主机名或地址；未指定端口时为 ${usualPort}。其余节点会自动发现。`,
  },
})

export const usernameField = setting(text(), {
  label: { en: 'User name', zh: '用户名' },
  help: { en: 'For access control lists of Redis 6 and later.', zh: '用于 Redis 6 及以上版本的 ACL。' },
})

export const authnCommandField = setting(text(), {
  required: true,
  label: { en: 'Command', zh: '查询命令' },
  help: {
    en: 'HGET or HMGET with a key and the fields password_hash, salt and is_superuser. The key may have place holders, each a part of one argument: ${username}, ${clientid}, ${client_attrs.NAME}, ${peerhost}, ${cert_common_name}, ${cert_subject}, ${zone}.',
    zh: 'HGET 或 HMGET，后接键名以及字段 password_hash、salt、is_superuser。键名中可使用占位符，其值始终属于同一个参数：${username}、${clientid}、${client_attrs.NAME}、${peerhost}、${cert_common_name}、${cert_subject}、${zone}。',
  },
})

export const authzCommandField = setting(text(), {
  required: true,
  wire: { example: 'HGETALL mqtt_authz' },
  label: { en: 'Command', zh: '查询命令' },
  help: {
    en: 'HGETALL with the key of a hash: each field is a topic that may be used, its value publish, subscribe, all, or JSON such as {"action": "publish", "qos": [0, 1], "retain": false}. HMGET answers topics and values in turns. Place holders: ${username}, ${clientid}, ${client_attrs.NAME}, ${peerhost}, ${cert_common_name}, ${cert_subject}, ${zone}.',
    zh: 'HGETALL 后接哈希键名：每个字段是允许使用的主题，值为 publish、subscribe、all，或 JSON，例如 {"action": "publish", "qos": [0, 1], "retain": false}。HMGET 依次返回主题和值。占位符：${username}、${clientid}、${client_attrs.NAME}、${peerhost}、${cert_common_name}、${cert_subject}、${zone}。',
  },
})
