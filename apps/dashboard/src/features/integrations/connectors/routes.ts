import { IconPlugConnected } from '@tabler/icons-react'
import { defineRoutes } from '../../../ui/index.ts'

export const connectorRoutes = defineRoutes({
  pages: [
    {
      path: '/connector',
      title: { en: 'Connectors', zh: '连接器' },
      keywords: [
        'integration',
        'bridge',
        'database',
        'kafka',
        'redis',
        'http',
        'resource',
        '数据集成',
        '桥接',
        '数据库',
      ],
      load: () => import('./connectors-page.tsx'),
      menu: { group: 'integration', order: 20, icon: IconPlugConnected },
    },
    {
      path: '/connector/create',
      administratorsOnly: true,
      title: { en: 'Create connector', zh: '创建连接器' },
      parent: '/connector',
      load: () => import('./create-page.tsx'),
    },
    {
      path: '/connector/$id',
      title: { en: 'Connector', zh: '连接器' },
      subject: ({ id }) => id,
      parent: '/connector',
      load: () => import('./connector-page.tsx'),
    },
  ],
})
