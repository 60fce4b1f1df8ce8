import { defineMessages, plural } from '../../../i18n/index.ts'

const permissionRisk = {
  en: 'Publish and subscribe permissions may change: superuser status and rules from this authenticator no longer apply.',
  zh: '发布和订阅的权限控制可能受影响：由该认证器设置的超级用户身份和权限规则将不再生效。',
}

/** Texts of the pages for authenticators. Texts of both chains are in chain/messages.ts. */
export const messages = defineMessages({
  en: {
    title: 'Authentication',
    description:
      'Authenticators are tried in order. The first to accept or reject decides; unknown clients are rejected.',
    count: (count: number) => plural(count, 'authenticator'),
    newMember: 'New authenticator',
    member: 'Authenticator',
    results: {
      success: { label: 'Accepted', hint: 'Number of connection attempts that this authenticator has accepted.' },
      failed: {
        label: 'Rejected',
        hint: 'Number of connection attempts rejected because of a wrong password or an invalid token.',
      },
      nomatch: {
        label: 'Ignored',
        hint: 'Number of connection attempts without a matching user, or with a failed backend query. The next authenticator decides.',
      },
    },
    empty: 'Anyone can connect',
    emptyHint:
      'Authenticators appear here. Without one, clients can connect with any username and password, or with none. Create an authenticator to restrict access.',
    allDisabled: 'All authenticators are disabled. Anyone can connect, with any password or none.',
    dataTab: 'Users',
    disableQuestion: (name: string) => `Disable authenticator ${name}?`,
    deleteQuestion: (name: string) => `Delete authenticator ${name}?`,
    risks: ['Unauthorized clients may be able to connect.', permissionRisk.en],
    dataDeleted: 'Its users are deleted too.',
    connectedClients: 'Connected clients stay connected.',
    noneLeft: ['No enabled authenticator is left. Anyone can connect.', permissionRisk.en],
    fallsThrough: (next: string) => `While it is down, ${next} checks its clients.`,
    lastIsDown: 'Clients that no earlier authenticator accepts are rejected.',
    notFound: 'Authenticator not found',
    notFoundHint: (id: string) => `The chain has no authenticator ${id}. It may have been deleted.`,
    allMembers: 'All authenticators',
    mechanism: 'Mechanism',
    backend: 'Backend',
    mechanismNotes: {
      password_based: 'Checks the password of a username or client ID against stored users.',
      jwt: 'Verifies a signed token that identifies the client and can contain its permissions. No user lookup.',
      scram: 'MQTT 5 clients prove that they know the password without sending it.',
    },
    alreadyUsed: 'Already in the chain. Each type of authenticator can be used only once.',
    allUsed: 'All backends of this mechanism are already in the chain.',
    created: (name: string) => `${name} created and added to the end of the chain`,
    groups: {
      users: 'Users',
      token: 'Token',
      claims: 'Claims',
      passwords: 'Passwords',
    },
    warnings: {
      hash: 'A new password hash or salt position makes all stored passwords unusable. Users cannot connect until their passwords are set again.',
      hashInBackend:
        'The password hash and the salt position must match the way the backend stores passwords. Otherwise none of its users can connect.',
      userId: 'Users will be looked up by a different field. Existing users may no longer be found.',
    },
    passwordPlaceholder: 'Password sent by the client',
  },
  zh: {
    title: '客户端认证',
    description: '依次检查各认证器，由第一个允许或拒绝的认证器决定；未知客户端会被拒绝。',
    count: (count: number) => `${count} 个认证器`,
    newMember: '创建认证器',
    member: '认证器',
    results: {
      success: { label: '允许', hint: '该认证器允许的连接次数。' },
      failed: { label: '拒绝', hint: '因密码错误或令牌无效而拒绝的次数。' },
      nomatch: { label: '忽略', hint: '没有匹配的用户或数据源查询失败的次数，由下一个认证器决定。' },
    },
    empty: '任何人都可以连接',
    emptyHint:
      '此处显示认证器。没有认证器时，客户端可以使用任意用户名和密码连接，也可以不提供。请创建认证器以限制访问。',
    allDisabled: '所有认证器均已禁用。任何人都可以使用任意密码或不使用密码连接。',
    dataTab: '用户管理',
    disableQuestion: (name: string) => `禁用认证器 ${name}？`,
    deleteQuestion: (name: string) => `删除认证器 ${name}？`,
    risks: ['未经授权的客户端可能会连接。', permissionRisk.zh],
    dataDeleted: '其用户将一并删除。',
    connectedClients: '已连接的客户端不受影响。',
    noneLeft: ['没有启用的认证器，任何人都可以连接。', permissionRisk.zh],
    fallsThrough: (next: string) => `断开期间，客户端由 ${next} 检查。`,
    lastIsDown: '未被前面的认证器允许的客户端将被拒绝。',
    notFound: '认证器不存在',
    notFoundHint: (id: string) => `认证链中没有认证器 ${id}，可能已被删除。`,
    allMembers: '所有认证器',
    mechanism: '认证方式',
    backend: '数据源',
    mechanismNotes: {
      password_based: '在用户数据中校验用户名或客户端 ID 对应的密码。',
      jwt: '校验签名令牌，令牌标识客户端身份并可携带权限，无需查询用户。',
      scram: 'MQTT 5 客户端无需发送密码即可证明自己知道密码。',
    },
    alreadyUsed: '认证链中已存在，每种认证器只能添加一次。',
    allUsed: '该认证方式的所有数据源均已在认证链中。',
    created: (name: string) => `${name} 已创建并添加到认证链末尾`,
    groups: {
      users: '用户',
      token: '令牌',
      claims: '声明',
      passwords: '密码',
    },
    warnings: {
      hash: '更改密码加密方式或加盐位置后，已保存的密码将全部失效，用户在重新设置密码之前无法连接。',
      hashInBackend: '密码加密方式和加盐位置必须与数据源中密码的存储方式一致，否则其中的用户都无法连接。',
      userId: '将使用另一字段查找用户，现有用户可能无法找到。',
    },
    passwordPlaceholder: '客户端发送的密码',
  },
})
