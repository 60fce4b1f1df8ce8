import type { PageFamily } from '../../ui/index.ts'

export const configurationFamily = {
  title: { en: 'Configuration', zh: '配置' },
  tabs: [
    { path: '/configuration', title: { en: 'Current', zh: '当前配置' } },
    {
      path: '/configuration/history',
      title: { en: 'History', zh: '历史版本' },
      needs: { get: '/mqdeck/config_versions', partOf: 'mqdeck' },
    },
    { path: '/configuration/import', title: { en: 'Import', zh: '导入' } },
  ],
} as const satisfies PageFamily
