import { flag, integer, nested, secret, serverAddress, setting, text } from '../struct/index.ts'
import { clientTls } from './client-tls.ts'

/** Settings of how to reach a database, the same for authenticators, sources and connectors. */

export const serverField = (usualPort: number) =>
  setting(serverAddress(usualPort), {
    required: true,
    label: { en: 'Server', zh: '服务器' },
    help: {
      en: `Name or address and port; ${usualPort} when no port is given.`,
      zh: `主机名或地址及端口，未指定端口时为 ${usualPort}。`,
    },
  })

export const databaseField = setting(text(), { required: true, label: { en: 'Database', zh: '数据库' } })

const usernameAbout = { label: { en: 'Username', zh: '用户名' } }
export const usernameField = setting(text(), { ...usernameAbout, required: true })
/** With the name that a fresh server has. */
export const usernameFieldOr = (usual: string) => setting(text(), { ...usernameAbout, default: usual })

export const passwordField = setting(secret(), {
  wire: { example: 'R4ND0M/S∃CЯ∃T' },
  label: { en: 'Password', zh: '密码' },
})

export const poolSizeField = setting(integer(1), {
  default: 8,
  label: { en: 'Connections', zh: '连接池大小' },
  help: {
    en: 'How many are open at most; what needs one while all are in use waits.',
    zh: '最多同时打开的连接数；全部占用时，后续请求等待。',
  },
})

export const tlsField = nested(clientTls, { from: { enable: false }, label: { en: 'TLS', zh: 'TLS' } })

/** EMQX has it still, and neither asks nor tells it any more. */
export const autoReconnectField = setting(flag(), {
  wire: { default: true },
  deprecated: true,
  advanced: true,
  label: { en: 'Reconnect', zh: '自动重连' },
  help: { en: 'Lost connections are always opened again.', zh: '断开的连接始终会自动重连。' },
})

/** Of PostgreSQL and its like. */
export const disablePreparedStatementsField = setting(flag(), {
  default: false,
  advanced: true,
  label: { en: 'No prepared statements', zh: '禁用预处理语句' },
  help: {
    en: 'For poolers such as PgBouncer in transaction mode. Place holders are parameters in any case.',
    zh: '用于处于事务模式的 PgBouncer 等连接池。占位符始终以参数形式传递。',
  },
})
