import { IconBookmarks } from '@tabler/icons-react'
import { defineRoutes, familyPages } from '../../ui/index.ts'
import { subscriptionFamily } from './family.ts'

export const subscriptionRoutes = defineRoutes({
  pages: familyPages(
    subscriptionFamily,
    { group: 'monitoring', order: 40, icon: IconBookmarks },
    {
      '/subscriptions/subscription': () => import('./subscriptions-page.tsx'),
      '/subscriptions/topics': () => import('./topics-page.tsx'),
    },
  ),
  redirects: { '/subscriptions': '/subscriptions/subscription' },
})
