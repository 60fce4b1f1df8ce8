import { defineRoutes } from '../../ui/index.ts'

export const migrateRoutes = defineRoutes({
  pages: [
    {
      path: '/migrate',
      title: { en: 'Migration', zh: '迁移' },
      keywords: ['move', 'cluster', 'emqx', 'upgrade', '搬迁', '集群', '升级'],
      needs: { get: '/mqdeck/migration', partOf: 'mqdeck' },
      administratorsOnly: true,
      load: () => import('./migrate-page.tsx'),
    },
  ],
})
