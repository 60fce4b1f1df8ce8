import { IconLockAccess } from '@tabler/icons-react'
import { defineRoutes } from '../../../ui/index.ts'
import { authorizationFamily } from './family.ts'

const [sources, settings] = authorizationFamily.tabs

export const authorizationRoutes = defineRoutes({
  pages: [
    {
      ...sources,
      family: authorizationFamily,
      keywords: ['authz', 'acl', 'permissions', 'rules', 'allow', 'deny', '授权', '权限', '规则'],
      load: () => import('./sources-page.tsx'),
      menu: { group: 'access', order: 20, icon: IconLockAccess },
    },
    {
      ...settings,
      family: authorizationFamily,
      keywords: ['no_match', 'deny_action', 'cache', '缓存'],
      load: () => import('./settings-page.tsx'),
    },
    {
      path: '/authorization/create',
      administratorsOnly: true,
      title: { en: 'Create source', zh: '创建数据源' },
      parent: '/authorization',
      load: () => import('./create-page.tsx'),
    },
    {
      path: '/authorization/detail/$type',
      title: { en: 'Source', zh: '数据源' },
      subject: ({ type }) => type,
      parent: '/authorization',
      load: () => import('./source-page.tsx'),
    },
  ],
})
