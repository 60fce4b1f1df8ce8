import { IconDownload } from '@tabler/icons-react'
import { defineRoutes } from '../../../ui/index.ts'

export const sourceRoutes = defineRoutes({
  pages: [
    {
      path: '/rule/source',
      title: { en: 'Sources', zh: 'Source' },
      keywords: ['ingress', 'integration', 'bridge', 'subscribe', '数据集成', '数据接入'],
      load: () => import('./sources-page.tsx'),
      menu: { group: 'integration', order: 40, icon: IconDownload },
    },
    {
      path: '/rule/source/create',
      administratorsOnly: true,
      title: { en: 'Create source', zh: '创建 Source' },
      parent: '/rule/source',
      load: () => import('./create-page.tsx'),
    },
    {
      path: '/rule/source/$id',
      title: { en: 'Source', zh: 'Source' },
      subject: ({ id }) => id,
      parent: '/rule/source',
      load: () => import('./source-page.tsx'),
    },
  ],
})
