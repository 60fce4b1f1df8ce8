import { defineRoutes } from '../../ui/index.ts'

export const flowRoutes = defineRoutes({
  pages: [
    {
      path: '/flow',
      title: { en: 'Flows', zh: '流设计器' },
      keywords: ['flow designer', 'map', 'integration', 'graph', '流', '总览图', '数据集成'],
      load: () => import('./flows-page.tsx'),
    },
    {
      path: '/flow/create',
      administratorsOnly: true,
      title: { en: 'New flow', zh: '创建流' },
      keywords: ['flow designer', 'rule', '规则'],
      parent: '/flow',
      load: () => import('./create-page.tsx'),
    },
    {
      path: '/flow/$id',
      title: { en: 'Flow', zh: '流' },
      subject: ({ id }) => id,
      parent: '/flow',
      load: () => import('./flow-page.tsx'),
    },
  ],
})
