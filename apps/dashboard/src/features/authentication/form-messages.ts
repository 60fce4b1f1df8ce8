import { defineMessages } from '../../i18n/index.ts'

/** Of the way to a new authenticator, and of the form of its settings. */
export const formMessages = defineMessages({
  en: {
    createTitle: 'New authenticator',
    steps: 'Steps',
    mechanism: 'Mechanism',
    backend: 'Backend',
    settings: 'Settings',
    mechanismNotes: {
      password_based: 'A user name or client ID with a password, looked up among users.',
      jwt: 'A signed token that says who the client is, and what it may do. Nothing is looked up.',
      scram: 'MQTT 5 clients prove that they know the password without sending it.',
    },
    taken: 'In the chain already; each kind can be there once.',
    allTaken: 'Every backend of it is in the chain already.',
    created: (name: string) => `${name} stands at the end of the chain.`,
    createLabel: 'Create',
    groups: {
      users: 'Users',
      token: 'Token',
      claims: 'Claims',
      passwords: 'Passwords',
    },
    warnings: {
      hash: 'The password hash or the position of the salt changes: passwords that are stored now no longer fit, and their users cannot connect until the passwords are set anew.',
      hashElsewhere:
        'The password hash or the position of the salt changes: it must be how the backend stores passwords, or nobody in it can connect.',
      userId: 'Users are found by something else from now on: those who are there may no longer be found.',
    },
    password: 'Password as it was sent',
  },
  zh: {
    createTitle: '新建认证器',
    steps: '步骤',
    mechanism: '认证方式',
    backend: '数据源',
    settings: '配置参数',
    mechanismNotes: {
      password_based: '通过用户名或客户端 ID 与密码认证，在用户数据中查找。',
      jwt: '由签名令牌说明客户端的身份与权限，无需查询用户。',
      scram: 'MQTT 5 客户端无需发送密码即可证明自己知道密码。',
    },
    taken: '认证链中已有，每种只能添加一次。',
    allTaken: '该方式的所有数据源均已在认证链中。',
    created: (name: string) => `${name} 已添加到认证链末尾。`,
    createLabel: '创建',
    groups: {
      users: '用户',
      token: '令牌',
      claims: '声明',
      passwords: '密码',
    },
    warnings: {
      hash: '密码加密方式或加盐位置已更改：现有密码将不再匹配，用户在重新设置密码之前无法连接。',
      hashElsewhere: '密码加密方式或加盐位置已更改：必须与数据源中密码的存储方式一致，否则其中的用户都无法连接。',
      userId: '此后将以另一项查找用户：现有用户可能无法找到。',
    },
    password: '客户端发送的密码',
  },
})
