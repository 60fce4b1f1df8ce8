import { clientTls, duration, nested, poolSizeField, secret, serverField, setting, text } from '@mqdeck/contract'

/** The same settings under EMQX's name for them here. */
const ldapTls = { ...clientTls, name: 'ldap.ssl' }

/** Settings of how to search a directory, the same for authenticators and the source. */
export const ldapFields = {
  base_dn: setting(text(), {
    required: true,
    wire: { example: 'uid=${username},ou=testdevice,dc=emqx,dc=io' },
    label: { en: 'Base DN', zh: '基础 DN' },
    help: {
      en: 'Where the search begins. Place holders such as ${username} and ${clientid} may stand in it; their values are escaped.',
      zh: '搜索的起点，可使用 ${username}、${clientid} 等占位符，其值会被转义。',
    },
  }),
  filter: setting(text(), {
    default: '(objectClass=mqttUser)',
    wire: { example: '(& (objectClass=mqttUser) (uid=${username}))' },
    label: { en: 'Filter', zh: '过滤器' },
    help: {
      en: 'Finds the entry of the client, one and no more. Place holders may stand in it; their values are escaped.',
      zh: '查找客户端对应的条目，只能匹配一条。可使用占位符，其值会被转义。',
    },
  }),
  password: setting(secret(), {
    wire: { example: 'R4ND0M/S∃CЯ∃T' },
    label: { en: 'Bind password', zh: '绑定密码' },
  }),
  pool_size: poolSizeField,
  query_timeout: setting(duration({ min: '1ms' }), {
    default: '5s',
    wire: { example: '32s' },
    label: { en: 'Query timeout', zh: '查询超时' },
    help: {
      en: 'How long a search may take, waiting for a connection included.',
      zh: '搜索的最长时间，包括等待连接的时间。',
    },
  }),
  request_timeout: setting(duration({ min: '1ms' }), {
    default: '10s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Request timeout', zh: '请求超时' },
    help: {
      en: 'How long opening a connection and checking a password may take.',
      zh: '建立连接和校验密码的最长时间。',
    },
  }),
  server: serverField(389),
  ssl: nested(ldapTls, {
    from: { enable: false },
    label: { en: 'TLS', zh: 'TLS' },
    help: { en: 'Speaks ldaps, whose port is 636 usually.', zh: '使用 ldaps，端口通常为 636。' },
  }),
  username: setting(text(), {
    required: true,
    label: { en: 'Bind DN', zh: '绑定 DN' },
    help: { en: 'The entry that is allowed to search.', zh: '有权搜索的条目。' },
  }),
} as const
