import { defineRoutes } from '../../ui/index.ts'

export const clusterRoutes = defineRoutes({
  pages: [
    {
      path: '/cluster',
      title: { en: 'Cluster', zh: '集群' },
      keywords: ['topology', 'invite', 'nodes', '拓扑', '邀请', '节点'],
      load: () => import('./cluster-page.tsx'),
    },
  ],
})
