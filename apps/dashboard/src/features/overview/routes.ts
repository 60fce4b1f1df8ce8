import { defineRoutes } from '../../ui/index.ts'

export const overviewRoutes = defineRoutes({
  pages: [
    {
      path: '/dashboard/overview',
      title: { en: 'Cluster overview', zh: '集群概览' },
      tab: { en: 'Overview', zh: '概览' },
      load: () => import('./overview-page.tsx'),
    },
  ],
  redirects: { '/': '/dashboard/overview', '/dashboard': '/dashboard/overview' },
})
