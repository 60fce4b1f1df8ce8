import { defineRoutes } from '../../ui/index.ts'

export const alarmRoutes = defineRoutes({
  pages: [
    {
      path: '/alarm/current',
      title: { en: 'Active alarms', zh: '活动告警' },
      tab: { en: 'Active', zh: '活动' },
      load: () => import('./current-page.tsx'),
    },
    {
      path: '/alarm/history',
      title: { en: 'Alarm history', zh: '历史告警' },
      tab: { en: 'History', zh: '历史' },
      load: () => import('./history-page.tsx'),
    },
    {
      path: '/alarm/settings',
      title: { en: 'Alarm settings', zh: '告警设置' },
      tab: { en: 'Settings', zh: '设置' },
      load: () => import('./settings-page.tsx'),
    },
  ],
  redirects: {
    '/alarm': '/alarm/current',
    '/alarm/current-alarm': '/alarm/current',
    '/alarm/history-alarm': '/alarm/history',
  },
})
