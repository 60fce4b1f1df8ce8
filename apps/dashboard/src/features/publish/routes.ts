import { defineRoutes } from '../../ui/index.ts'

export const publishRoutes = defineRoutes({
  pages: [
    {
      path: '/publish',
      title: { en: 'Publish', zh: '发布消息' },
      keywords: ['message', 'send', 'topic', '消息', '发送', '主题'],
      load: () => import('./publish-page.tsx'),
    },
  ],
})
