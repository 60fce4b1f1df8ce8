import { defineMessages } from '../../i18n/index.ts'

/** Of the page of one authenticator. */
export const detailMessages = defineMessages({
  en: {
    parts: 'Parts of this page',
    users: 'Users',
    saved: 'The settings have been saved.',
    notFound: 'No such authenticator',
    notFoundHint: (id: string) => `The chain has no ${id}; it may have been deleted.`,
    all: 'All authenticators',
  },
  zh: {
    parts: '本页内容',
    users: '用户管理',
    saved: '设置已保存。',
    notFound: '没有该认证器',
    notFoundHint: (id: string) => `认证链中没有 ${id}，可能已被删除。`,
    all: '所有认证器',
  },
})
