import { defineRoutes } from '../../ui/index.ts'

export const slowSubscriptionRoutes = defineRoutes({
  pages: [
    {
      path: '/slow-sub',
      title: { en: 'Slow subscriptions', zh: '慢订阅' },
      load: () => import('./slow-subscriptions-page.tsx'),
    },
    {
      path: '/slow-sub/config',
      title: { en: 'Slow subscription settings', zh: '慢订阅设置' },
      parent: '/slow-sub',
      load: () => import('./slow-settings-page.tsx'),
    },
  ],
})
