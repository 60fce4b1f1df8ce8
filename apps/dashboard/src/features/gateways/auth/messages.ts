import { defineMessages } from '../../../i18n/index.ts'

/** Texts about the authenticator of a gateway or of one of its listeners. */
export const authMessages = defineMessages({
  en: {
    newAuthenticator: 'New authenticator',
    chooseType: 'Choose the type of the authenticator.',
    otherType: 'Choose another type',
    openToAll: 'Anyone can connect',
    openToAllHint:
      'The authenticator of this gateway appears here. Without one, every client that reaches a listener can connect. A listener can have an authenticator of its own.',
    inheritsHint:
      'The authenticator of this listener appears here. Without one, the authenticator of the gateway checks its clients.',
    inherits: 'No authenticator of its own',
    created: (name: string) => `${name} created`,
    deleteQuestion: (name: string) => `Delete authenticator ${name}?`,
    deleteBody: 'Anyone can connect to the gateway afterwards, unless a listener has an authenticator of its own.',
    deleteListenerBody: 'The authenticator of the gateway checks the clients of this listener afterwards.',
    usersDeleted: 'Its users are deleted too.',
    connectedStay: 'Connected clients stay connected.',
    disableQuestion: (name: string) => `Disable authenticator ${name}?`,
    deleteAuthenticator: 'Delete authenticator',
    disableBody: 'While it is disabled, anyone can connect.',
    users: 'Users',
    view: 'View',
  },
  zh: {
    newAuthenticator: '创建认证器',
    chooseType: '请选择认证器的类型。',
    otherType: '选择其他类型',
    openToAll: '任何人都可以连接',
    openToAllHint:
      '此处显示该网关的认证器。没有认证器时，任何能访问监听器的客户端都可以连接。监听器也可以使用自己的认证器。',
    inheritsHint: '此处显示该监听器的认证器。没有时，由网关的认证器检查其客户端。',
    inherits: '没有自己的认证器',
    created: (name) => `${name} 已创建`,
    deleteQuestion: (name) => `删除认证器 ${name}？`,
    deleteBody: '删除后任何人都可以连接该网关，除非监听器有自己的认证器。',
    deleteListenerBody: '删除后由网关的认证器检查该监听器的客户端。',
    usersDeleted: '其用户将一并删除。',
    connectedStay: '已连接的客户端不受影响。',
    disableQuestion: (name) => `禁用认证器 ${name}？`,
    deleteAuthenticator: '删除认证器',
    disableBody: '禁用期间任何人都可以连接。',
    users: '用户管理',
    view: '视图',
  },
})
