import { defineRoutes } from '../../ui/index.ts'

export const dashboardSettingsRoutes = defineRoutes({
  pages: [
    {
      path: '/dashboard-settings',
      title: { en: 'Dashboard settings', zh: '控制台设置' },
      load: () => import('./dashboard-settings-page.tsx'),
    },
  ],
})
