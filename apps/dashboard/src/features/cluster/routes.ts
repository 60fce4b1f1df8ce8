import { IconTopologyRing2 } from '@tabler/icons-react'
import { defineRoutes } from '../../ui/index.ts'

export const clusterRoutes = defineRoutes({
  pages: [
    {
      path: '/cluster',
      title: { en: 'Cluster', zh: '集群' },
      keywords: ['topology', 'invite', 'nodes', '拓扑', '邀请', '节点'],
      load: () => import('./cluster-page.tsx'),
      menu: { group: 'settings', order: 60, icon: IconTopologyRing2 },
    },
  ],
})
