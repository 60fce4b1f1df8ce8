import { defineRoutes } from '../../ui/index.ts'

export const sessionHealthRoutes = defineRoutes({
  pages: [
    {
      path: '/session-health',
      title: { en: 'Session health', zh: '会话健康' },
      keywords: ['slow', 'stuck', 'queue', 'mqueue', 'inflight', 'drops', '积压', '丢弃', '堆积'],
      load: () => import('./session-health-page.tsx'),
    },
  ],
})
