import { IconBell } from '@tabler/icons-react'
import { defineRoutes, familyPages } from '../../ui/index.ts'
import { alarmFamily } from './family.ts'

export const alarmRoutes = defineRoutes({
  pages: familyPages(
    alarmFamily,
    { group: 'monitoring', order: 80, icon: IconBell },
    {
      '/alarm/current': () => import('./current-page.tsx'),
      '/alarm/history': () => import('./history-page.tsx'),
      '/alarm/settings': () => import('./settings-page.tsx'),
    },
  ),
  redirects: {
    '/alarm': '/alarm/current',
    '/alarm/current-alarm': '/alarm/current',
    '/alarm/history-alarm': '/alarm/history',
  },
})
