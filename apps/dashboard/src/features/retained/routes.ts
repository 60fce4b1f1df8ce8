import { defineRoutes } from '../../ui/index.ts'

export const retainedRoutes = defineRoutes({
  pages: [
    {
      path: '/retained',
      title: { en: 'Retained messages', zh: '保留消息' },
      load: () => import('./retained-page.tsx'),
    },
  ],
})
