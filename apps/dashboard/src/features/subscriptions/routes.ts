import { defineRoutes } from '../../ui/index.ts'

export const subscriptionRoutes = defineRoutes({
  pages: [
    {
      path: '/subscriptions/subscription',
      title: { en: 'Subscriptions', zh: '订阅' },
      load: () => import('./subscriptions-page.tsx'),
    },
    {
      path: '/subscriptions/topics',
      title: { en: 'Topics', zh: '主题' },
      load: () => import('./topics-page.tsx'),
    },
  ],
  redirects: { '/subscriptions': '/subscriptions/subscription' },
})
