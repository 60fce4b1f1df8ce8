import { defineRoutes } from '../../ui/index.ts'

export const topicMetricsRoutes = defineRoutes({
  pages: [
    {
      path: '/topic-metrics',
      title: { en: 'Topic metrics', zh: '主题监控' },
      load: () => import('./topic-metrics-page.tsx'),
    },
  ],
})
