import { IconFileText } from '@tabler/icons-react'
import { defineRoutes, familyPages } from '../../ui/index.ts'
import { logFamily } from './families.ts'

export const logRoutes = defineRoutes({
  pages: familyPages(
    logFamily,
    { group: 'settings', order: 60, icon: IconFileText },
    {
      '/log': () => import('./log-settings-page.tsx'),
      '/log/follow': () => import('./log-follow-page.tsx'),
    },
  ),
})
