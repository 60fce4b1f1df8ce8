import { clientTls, duration, nested, poolSizeField, secret, serverField, setting, text } from '@mqdeck/contract'

/** The same fields with the name that EMQX uses for them here. */
const ldapTls = { ...clientTls, name: 'ldap.ssl' }

/** Search settings for LDAP, shared by authenticator and source. */
export const ldapFields = {
  base_dn: setting(text(), {
    required: true,
    wire: { example: 'uid=${username},ou=testdevice,dc=emqx,dc=io' },
    label: { en: 'Base DN', zh: '基础 DN' },
    help: {
      en: 'Entry at which the search starts. Placeholders such as ${username} and ${clientid} are allowed. Their values are escaped.',
      zh: '搜索的起点，可使用 ${username}、${clientid} 等占位符，其值会被转义。',
    },
  }),
  filter: setting(text(), {
    default: '(objectClass=mqttUser)',
    wire: { example: '(& (objectClass=mqttUser) (uid=${username}))' },
    label: { en: 'Filter', zh: '过滤器' },
    help: {
      en: 'Search filter. It must match exactly one entry. Placeholders such as ${username} and ${clientid} are allowed. Their values are escaped.',
      zh: '搜索过滤器，只能匹配一个条目。可使用 ${username}、${clientid} 等占位符，其值会被转义。',
    },
  }),
  password: setting(secret(), {
    wire: { example: 'R4ND0M/S∃CЯ∃T' },
    label: { en: 'Bind password', zh: '绑定密码' },
    help: { en: 'Password of the bind DN.', zh: '绑定 DN 的密码。' },
  }),
  pool_size: poolSizeField,
  query_timeout: setting(duration({ min: '1ms' }), {
    default: '5s',
    wire: { example: '32s' },
    label: { en: 'Query timeout', zh: '查询超时' },
    help: {
      en: 'Maximum time for a search, including the wait for a connection. Default 5 seconds.',
      zh: '搜索的最长时间，包括等待连接的时间。默认 5 秒。',
    },
  }),
  request_timeout: setting(duration({ min: '1ms' }), {
    default: '10s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Request timeout', zh: '请求超时' },
    help: {
      en: 'Maximum time for connecting and for checking a password. Default 10 seconds.',
      zh: '建立连接和校验密码的最长时间。默认 10 秒。',
    },
  }),
  server: serverField(389),
  ssl: nested(ldapTls, {
    from: { enable: false },
    label: { en: 'TLS', zh: 'TLS' },
    help: { en: 'Connects with LDAPS. The usual port is 636.', zh: '使用 LDAPS 连接，端口通常为 636。' },
  }),
  username: setting(text(), {
    required: true,
    label: { en: 'Bind DN', zh: '绑定 DN' },
    help: { en: 'Entry with permission to search.', zh: '有权搜索的条目。' },
  }),
} as const
