import { IconClockExclamation } from '@tabler/icons-react'
import { defineRoutes, familyPages } from '../../ui/index.ts'
import { slowSubscriptionFamily } from './family.ts'

export const slowSubscriptionRoutes = defineRoutes({
  pages: familyPages(
    slowSubscriptionFamily,
    { group: 'diagnose', order: 30, icon: IconClockExclamation },
    {
      '/slow-sub': () => import('./slow-subscriptions-page.tsx'),
      '/slow-sub/config': () => import('./slow-settings-page.tsx'),
    },
  ),
})
