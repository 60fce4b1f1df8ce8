import { IconDeviceDesktopCog } from '@tabler/icons-react'
import { defineRoutes } from '../../ui/index.ts'

export const dashboardSettingsRoutes = defineRoutes({
  pages: [
    {
      path: '/dashboard-settings',
      title: { en: 'Dashboard', zh: '控制台设置' },
      menu: { group: 'settings', order: 70, icon: IconDeviceDesktopCog },
      load: () => import('./dashboard-settings-page.tsx'),
    },
  ],
})
