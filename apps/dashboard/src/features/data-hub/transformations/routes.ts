import { defineRoutes } from '../../../ui/index.ts'

export const transformationRoutes = defineRoutes({
  pages: [
    {
      path: '/message-transformation',
      title: { en: 'Message transformation', zh: '消息转换' },
      tab: { en: 'Transformation', zh: '转换' },
      needs: { get: '/message_transformations', partOf: 'enterprise' },
      load: () => import('./transformations-page.tsx'),
    },
  ],
  redirects: { '/message-transform': '/message-transformation' },
})
