import { defineMessages, plural } from '../../../i18n/index.ts'

/** Texts of the list, and those that list and detail page share. Texts of both chains are in data/chain. */
export const messages = defineMessages({
  en: {
    title: 'Authentication',
    description:
      'Authenticators check which clients may connect. Each client is passed along the chain until one of them accepts or rejects it. A client that all of them ignore is rejected.',
    count: (count: number) => plural(count, 'authenticator'),
    createAuthenticator: 'Create authenticator',
    columns: {
      name: 'Authenticator',
      success: 'Accepted',
      successHint: 'Number of clients that this authenticator has accepted.',
      failed: 'Rejected',
      failedHint: 'Number of clients rejected because of a wrong password or an invalid token.',
      nomatch: 'Ignored',
      nomatchHint:
        'Number of clients without a matching user, and of failed backend queries. The next authenticator decides.',
    },
    empty: 'Anyone can connect',
    emptyHint:
      'Authenticators appear here. Without one, clients can connect with any username and password, or with none. Create an authenticator to restrict access.',
    allDisabled: 'All authenticators are disabled. Anyone can connect, with any password or none.',
    users: 'Users',
    disableQuestion: (name: string) => `Disable authenticator ${name}?`,
    deleteQuestion: (name: string) => `Delete authenticator ${name}?`,
    risks: {
      connect: 'Unauthorized clients may be able to connect.',
      permissions:
        'Publish and subscribe permissions may change: superuser status and rules from this authenticator no longer apply.',
      none: 'No enabled authenticator is left. Anyone can connect.',
      users: 'Its users are deleted too.',
      connected: 'Connected clients stay connected.',
    },
  },
  zh: {
    title: '客户端认证',
    description:
      '认证器检查哪些客户端可以连接。客户端依次经过认证链中的认证器，直到其中一个允许或拒绝；被所有认证器忽略的客户端会被拒绝。',
    count: (count: number) => `${count} 个认证器`,
    createAuthenticator: '创建认证器',
    columns: {
      name: '认证器',
      success: '允许',
      successHint: '该认证器允许连接的次数。',
      failed: '拒绝',
      failedHint: '因密码错误或令牌无效而拒绝的次数。',
      nomatch: '忽略',
      nomatchHint: '没有匹配的用户或数据源查询失败的次数，由下一个认证器决定。',
    },
    empty: '任何人都可以连接',
    emptyHint:
      '此处显示认证器。没有认证器时，客户端可以使用任意用户名和密码连接，也可以不提供。请创建认证器以限制访问。',
    allDisabled: '所有认证器均已禁用。任何人都可以使用任意密码或不使用密码连接。',
    users: '用户管理',
    disableQuestion: (name: string) => `禁用认证器 ${name}？`,
    deleteQuestion: (name: string) => `删除认证器 ${name}？`,
    risks: {
      connect: '未经授权的客户端可能会连接。',
      permissions: '发布和订阅的权限控制可能受影响：由该认证器设置的超级用户身份和权限规则将不再生效。',
      none: '没有启用的认证器，任何人都可以连接。',
      users: '其用户将一并删除。',
      connected: '已连接的客户端不受影响。',
    },
  },
})
