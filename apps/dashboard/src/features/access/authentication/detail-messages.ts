import { defineMessages } from '../../../i18n/index.ts'

/** Texts of the page of one authenticator. */
export const detailMessages = defineMessages({
  en: {
    users: 'Users',
    saved: 'Settings saved',
    notFound: 'Authenticator not found',
    notFoundHint: (id: string) => `The chain has no authenticator ${id}. It may have been deleted.`,
    allAuthenticators: 'All authenticators',
  },
  zh: {
    users: '用户管理',
    saved: '设置已保存',
    notFound: '认证器不存在',
    notFoundHint: (id: string) => `认证链中没有认证器 ${id}，可能已被删除。`,
    allAuthenticators: '所有认证器',
  },
})
