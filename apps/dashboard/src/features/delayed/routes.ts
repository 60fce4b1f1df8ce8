import { defineRoutes } from '../../ui/index.ts'

export const delayedRoutes = defineRoutes({
  pages: [
    {
      path: '/delayed',
      title: { en: 'Delayed messages', zh: '延迟消息' },
      keywords: ['$delayed'],
      load: () => import('./delayed-messages-page.tsx'),
    },
  ],
  redirects: { '/delayed-pub': '/delayed' },
})
