import { defineRoutes } from '../../ui/index.ts'

export const metricsRoutes = defineRoutes({
  pages: [
    {
      path: '/dashboard/metrics',
      title: { en: 'Metrics', zh: '指标' },
      load: () => import('./metrics-page.tsx'),
    },
  ],
})
