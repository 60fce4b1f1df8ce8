import { defineRoutes } from '../../ui/index.ts'

export const topicExplorerRoutes = defineRoutes({
  pages: [
    {
      path: '/topic-explorer',
      title: { en: 'Topic explorer', zh: '主题浏览器' },
      keywords: ['topics', 'tree', 'retained', 'payload', 'traffic', 'live', '主题树', '实时消息', '保留消息'],
      load: () => import('./topic-explorer-page.tsx'),
    },
  ],
})
