import { defineMessages } from '../../i18n/index.ts'

/** Of the list, and of what list and detail have in common; what every chain has is in data/chain. */
export const messages = defineMessages({
  en: {
    title: 'Authentication',
    description:
      'Who may connect. A client is shown to each authenticator in turn, until one lets it in or refuses it; whoever none of them knows is refused.',
    count: (count: number) => (count === 1 ? '1 authenticator' : `${count} authenticators`),
    columns: {
      name: 'Authenticator',
      success: 'Let in',
      successHint: 'Clients that it has let in.',
      failed: 'Refused',
      failedHint: 'Clients that it has refused: a wrong password, an invalid token.',
      nomatch: 'Passed on',
      nomatchHint: 'Clients that it does not know, or could not be asked about: the next one decides.',
    },
    empty: 'Anyone may connect',
    emptyHint:
      'There is no authenticator: clients are let in with any user name and password, or with none. The first authenticator ends that.',
    allOff: 'Every authenticator is disabled: anyone may connect, with any password or none.',
    users: 'Users',
    disableQuestion: 'Disable this authenticator?',
    removeQuestion: 'Delete this authenticator?',
    risks: {
      connect: 'Clients without the right to do so may connect.',
      permissions:
        'Permissions to publish and subscribe may change: superusers and rules that come with the login are then missing.',
      none: 'No authenticator is left then: anyone may connect.',
      users: 'Its users are deleted with it.',
      connected: 'Those who are connected stay connected.',
    },
  },
  zh: {
    title: '客户端认证',
    description: '谁可以连接。客户端依次经过每个认证器，直到其中一个允许或拒绝；所有认证器都不认识的客户端会被拒绝。',
    count: (count: number) => `${count} 个认证器`,
    columns: {
      name: '认证器',
      success: '允许',
      successHint: '被它允许连接的客户端次数。',
      failed: '拒绝',
      failedHint: '被它拒绝的次数：密码错误或令牌无效。',
      nomatch: '跳过',
      nomatchHint: '它不认识或无法查询的客户端，由下一个认证器决定。',
    },
    empty: '任何人都可以连接',
    emptyHint: '还没有认证器：客户端可以使用任意用户名和密码连接，甚至无需密码。创建第一个认证器后即不再如此。',
    allOff: '所有认证器均已禁用：任何人都可以连接，无需正确的密码。',
    users: '用户管理',
    disableQuestion: '禁用该认证器？',
    removeQuestion: '删除该认证器？',
    risks: {
      connect: '未经授权的客户端可能会连接。',
      permissions: '发布和订阅的权限控制可能受影响：超级用户身份以及随登录返回的规则将不再生效。',
      none: '此后没有可用的认证器：任何人都可以连接。',
      users: '其用户将一并删除。',
      connected: '已连接的客户端不受影响。',
    },
  },
})
