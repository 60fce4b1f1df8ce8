import { flag, integer, nested, secret, serverAddress, setting, text } from '../struct/index.ts'
import { clientTls } from './client-tls.ts'

/** Connection settings of databases, shared by authenticators, sources and connectors. */

export const serverField = (usualPort: number) =>
  setting(serverAddress(usualPort), {
    required: true,
    label: { en: 'Server', zh: '服务器' },
    help: {
      en: `Host name or address, and port. Default port ${usualPort}.`,
      zh: `主机名或地址，以及端口，默认端口 ${usualPort}。`,
    },
  })

export const databaseField = setting(text(), { required: true, label: { en: 'Database', zh: '数据库' } })

const usernameAbout = { label: { en: 'Username', zh: '用户名' } }
export const usernameField = setting(text(), { ...usernameAbout, required: true })
/** With the username of a newly installed server as default. */
export const usernameFieldOr = (usual: string) => setting(text(), { ...usernameAbout, default: usual })

export const passwordField = setting(secret(), {
  wire: { example: 'R4ND0M/S∃CЯ∃T' },
  label: { en: 'Password', zh: '密码' },
})

export const poolSizeField = setting(integer(1), {
  default: 8,
  label: { en: 'Pool size', zh: '连接池大小' },
  help: {
    en: 'Maximum number of open connections. Further requests wait for a free connection.',
    zh: '最多同时打开的连接数。全部占用时，后续请求等待。',
  },
})

export const tlsField = nested(clientTls, { from: { enable: false }, label: { en: 'TLS', zh: 'TLS' } })

/** EMQX still has it, but neither uses nor returns it. */
export const autoReconnectField = setting(flag(), {
  wire: { default: true },
  deprecated: true,
  advanced: true,
  label: { en: 'Automatic reconnect', zh: '自动重连' },
  help: { en: 'Lost connections are always reopened.', zh: '断开的连接始终会自动重连。' },
})

/** For PostgreSQL and compatible databases. */
export const disablePreparedStatementsField = setting(flag(), {
  default: false,
  advanced: true,
  label: { en: 'Disable prepared statements', zh: '禁用预处理语句' },
  help: {
    en: 'Required for poolers such as PgBouncer in transaction mode. Placeholders are always sent as parameters.',
    zh: '用于处于事务模式的 PgBouncer 等连接池。占位符始终以参数形式传递。',
  },
})
