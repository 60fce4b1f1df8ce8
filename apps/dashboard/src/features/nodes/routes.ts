import { IconServer2 } from '@tabler/icons-react'
import { defineRoutes } from '../../ui/index.ts'

export const nodeRoutes = defineRoutes({
  pages: [
    {
      path: '/dashboard/nodes',
      title: { en: 'Nodes', zh: '节点' },
      load: () => import('./nodes-page.tsx'),
      menu: { group: 'monitoring', order: 10, icon: IconServer2 },
    },
    {
      path: '/dashboard/nodes/$nodeName',
      title: { en: 'Node', zh: '节点' },
      subject: ({ nodeName }) => nodeName,
      parent: '/dashboard/nodes',
      load: () => import('./node-page.tsx'),
    },
  ],
})
