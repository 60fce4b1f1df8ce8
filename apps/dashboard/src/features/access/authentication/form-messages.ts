import { defineMessages } from '../../../i18n/index.ts'

/** Texts of the create page and of the settings form. */
export const formMessages = defineMessages({
  en: {
    createTitle: 'Create authenticator',
    steps: 'Steps',
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
    createTitle: '创建认证器',
    steps: '步骤',
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
