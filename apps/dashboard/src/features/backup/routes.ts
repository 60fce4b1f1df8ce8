import { defineRoutes } from '../../ui/index.ts'

export const backupRoutes = defineRoutes({
  pages: [
    {
      path: '/backup',
      title: { en: 'Backup', zh: '备份' },
      keywords: ['restore', 'export', 'import', 'archive', '恢复', '导出', '导入', '归档'],
      load: () => import('./backup-page.tsx'),
    },
  ],
})
