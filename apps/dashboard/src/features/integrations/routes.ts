import { defineRoutes } from '../../ui/index.ts'

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
      load: () => import('./list/connectors-page.tsx'),
    },
    {
      path: '/connector/create',
      administratorsOnly: true,
      title: { en: 'New connector', zh: '创建连接器' },
      parent: '/connector',
      load: () =>
        import('./form/create-page.tsx').then(({ CreateConnectorPage }) => ({ default: CreateConnectorPage })),
    },
    {
      path: '/connector/$id',
      title: { en: 'Connector', zh: '连接器' },
      subject: ({ id }) => id,
      parent: '/connector',
      load: () => import('./detail/connector-page.tsx'),
    },
  ],
})

export const actionRoutes = defineRoutes({
  pages: [
    {
      path: '/rule/actions',
      title: { en: 'Actions', zh: '动作' },
      keywords: ['sink', 'integration', 'bridge', 'database', '数据集成', '桥接', '数据库'],
      load: () => import('./list/channels-page.tsx').then(({ ActionsPage }) => ({ default: ActionsPage })),
    },
    {
      path: '/rule/actions/create',
      administratorsOnly: true,
      title: { en: 'New action', zh: '创建动作' },
      parent: '/rule/actions',
      load: () => import('./form/create-page.tsx').then(({ CreateActionPage }) => ({ default: CreateActionPage })),
    },
    {
      path: '/rule/actions/$id',
      title: { en: 'Action', zh: '动作' },
      subject: ({ id }) => id,
      parent: '/rule/actions',
      load: () => import('./detail/channel-page.tsx').then(({ ActionPage }) => ({ default: ActionPage })),
    },
  ],
})

export const sourceRoutes = defineRoutes({
  pages: [
    {
      path: '/rule/source',
      title: { en: 'Data sources', zh: 'Source' },
      keywords: ['ingress', 'integration', 'bridge', 'subscribe', '数据集成', '数据接入'],
      load: () => import('./list/channels-page.tsx').then(({ SourcesPage }) => ({ default: SourcesPage })),
    },
    {
      path: '/rule/source/create',
      administratorsOnly: true,
      title: { en: 'New data source', zh: '创建 Source' },
      parent: '/rule/source',
      load: () => import('./form/create-page.tsx').then(({ CreateSourcePage }) => ({ default: CreateSourcePage })),
    },
    {
      path: '/rule/source/$id',
      title: { en: 'Data source', zh: 'Source' },
      subject: ({ id }) => id,
      parent: '/rule/source',
      load: () => import('./detail/channel-page.tsx').then(({ SourcePage }) => ({ default: SourcePage })),
    },
  ],
})
