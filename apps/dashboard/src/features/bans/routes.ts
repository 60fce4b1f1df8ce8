import { defineRoutes } from '../../ui/index.ts'

export const bannedRoutes = defineRoutes({
  pages: [
    {
      path: '/banned-clients',
      title: { en: 'Banned clients', zh: '黑名单' },
      keywords: ['blacklist', 'block', '封禁'],
      load: () => import('./banned-page.tsx'),
    },
  ],
})
