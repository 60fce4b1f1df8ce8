import { IconSend } from '@tabler/icons-react'
import { defineRoutes } from '../../../ui/index.ts'

export const actionRoutes = defineRoutes({
  pages: [
    {
      path: '/rule/actions',
      title: { en: 'Actions', zh: '动作' },
      keywords: ['sink', 'integration', 'bridge', 'database', '数据集成', '桥接', '数据库'],
      load: () => import('./actions-page.tsx'),
      menu: { group: 'integration', order: 30, icon: IconSend },
    },
    {
      path: '/rule/actions/create',
      administratorsOnly: true,
      title: { en: 'Create action', zh: '创建动作' },
      parent: '/rule/actions',
      load: () => import('./create-page.tsx'),
    },
    {
      path: '/rule/actions/$id',
      title: { en: 'Action', zh: '动作' },
      subject: ({ id }) => id,
      parent: '/rule/actions',
      load: () => import('./action-page.tsx'),
    },
  ],
})
