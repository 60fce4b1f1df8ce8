import { IconGauge } from '@tabler/icons-react'
import { defineRoutes } from '../../ui/index.ts'

export const overviewRoutes = defineRoutes({
  pages: [
    {
      path: '/dashboard/overview',
      title: { en: 'Cluster overview', zh: '集群概览' },
      load: () => import('./overview-page.tsx'),
      menu: { group: 'top', order: 10, icon: IconGauge },
    },
  ],
  redirects: { '/': '/dashboard/overview', '/dashboard': '/dashboard/overview' },
})
