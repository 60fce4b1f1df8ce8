import { defineRoutes } from '../../../ui/index.ts'

export const authorizationRoutes = defineRoutes({
  pages: [
    {
      path: '/authorization',
      title: { en: 'ACL sources', zh: 'ACL 数据源' },
      keywords: ['authz', 'acl', 'permissions', 'rules', 'allow', 'deny', '授权', '权限', '规则'],
      load: () => import('./sources-page.tsx'),
    },
    {
      path: '/authorization/settings',
      title: { en: 'Authorization settings', zh: '授权设置' },
      tab: { en: 'Settings', zh: '设置' },
      keywords: ['no_match', 'deny_action', 'cache', '缓存'],
      load: () => import('./settings-page.tsx'),
    },
    {
      path: '/authorization/create',
      administratorsOnly: true,
      title: { en: 'New ACL source', zh: '创建 ACL 数据源' },
      parent: '/authorization',
      load: () => import('./create-page.tsx'),
    },
    {
      path: '/authorization/detail/$type',
      title: { en: 'ACL source', zh: 'ACL 数据源' },
      subject: ({ type }) => type,
      parent: '/authorization',
      load: () => import('./source-page.tsx'),
    },
  ],
})
