import { defineRoutes } from '../../ui/index.ts'

export const nodeRoutes = defineRoutes({
  pages: [
    {
      path: '/dashboard/nodes',
      title: { en: 'Nodes', zh: '节点' },
      load: () => import('./nodes-page.tsx'),
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
