import { defineRoutes } from '../../ui/index.ts'

export const configurationRoutes = defineRoutes({
  pages: [
    {
      path: '/configuration',
      title: { en: 'Configuration', zh: '配置' },
      load: () => import('./current-page.tsx'),
    },
    {
      path: '/configuration/history',
      title: { en: 'Configuration history', zh: '配置历史' },
      needs: { get: '/mqdeck/config_versions', partOf: 'mqdeck' },
      load: () => import('./history-page.tsx'),
    },
    {
      path: '/configuration/import',
      title: { en: 'Configuration import', zh: '配置导入' },
      load: () => import('./import-page.tsx'),
    },
  ],
})
