import { choice, type Fields, integer, secret, setting, struct, text } from '@mqdeck/contract'

/** Most types of EMQX have this field for actions. */
export const localTopicField = setting(text(), {
  advanced: true,
  label: { en: 'Local topic', zh: '本地主题' },
  help: {
    en: 'Messages published to this topic of the broker are sent to the action without a rule.',
    zh: '发布到该本地主题的消息会直接交给此动作，无需规则。',
  },
})

/** Field for the SQL template of an action, with the default of EMQX. */
export const sqlField = (defaultValue: string) =>
  setting(text({ format: 'sql', wire: { is_template: true } }), {
    default: defaultValue,
    label: { en: 'SQL', zh: 'SQL' },
    help: {
      en: 'Runs for each message. Placeholders such as ${payload.temperature} are sent as parameters, never as SQL, and need no quotes.',
      zh: '每条消息执行一次。${payload.temperature} 等占位符作为参数发送，不会作为 SQL 执行，无需加引号。',
    },
  })

/** Immediate retries of HTTP requests. */
export const retriesField = setting(integer(0), {
  default: 2,
  advanced: true,
  label: { en: 'Retries', zh: '重试次数' },
  help: {
    en: 'Number of immediate retries after the connection is lost. Then the buffer retries the request.',
    zh: '连接中断后立即重试的次数，之后由缓存重试请求。',
  },
})

/** How requests choose a connection of the pool. */
export const poolTypeField = setting(
  choice({ random: { en: 'Random', zh: '随机' }, hash: { en: 'Hash of client ID', zh: '按客户端 ID 哈希' } }),
  {
    default: 'random',
    advanced: true,
    label: { en: 'Connection selection', zh: '连接池类型' },
    help: {
      en: 'With random, requests use the least busy connection. With hash, requests of a client always use the same connection.',
      zh: 'random 使用最空闲的连接，hash 使同一客户端的请求始终使用同一连接。',
    },
  },
)

export const basicLogin = <const N extends string>(name: N) =>
  struct(name, {
    username: setting(text(), { required: true, label: { en: 'Username', zh: '用户名' } }),
    password: setting(secret(), {
      required: true,
      wire: { example: 'R4ND0M/S∃CЯ∃T' },
      label: { en: 'Password', zh: '密码' },
    }),
  })

/** Credentials of AWS. */
export const awsKeyFields = {
  aws_access_key_id: setting(text(), {
    required: true,
    label: { en: 'Access key ID', zh: '访问密钥 ID' },
  }),
  aws_secret_access_key: setting(secret(), {
    required: true,
    label: { en: 'Secret access key', zh: '访问密钥' },
  }),
} as const satisfies Fields

/** Rejects what is not the address of a server. */
export function checkServerUrl(field: string, url: unknown, refuse: (field: string, reason: string) => void): void {
  const example = 'such as https://host:8443, without a path'
  if (typeof url !== 'string' || !/^https?:\/\//.test(url) || !URL.canParse(url)) {
    refuse(field, `must be an address with http:// or https://, ${example}`)
    return
  }
  const { pathname, search, hash, username, password } = new URL(url)
  if (username !== '' || password !== '') refuse(field, 'must not contain a username or password')
  else if (pathname !== '/' || search !== '' || hash !== '') refuse(field, `must be an address ${example}`)
}
