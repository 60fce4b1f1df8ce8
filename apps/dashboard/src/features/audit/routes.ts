import { defineRoutes } from '../../ui/index.ts'

export const auditRoutes = defineRoutes({
  pages: [
    {
      path: '/audit-log',
      title: { en: 'Audit log', zh: '审计日志' },
      keywords: ['who', 'changes', 'operations', '谁', '操作', '变更'],
      needs: { get: '/audit', shownBy: { get: '/configs/log', field: 'audit' }, partOf: 'enterprise' },
      load: () => import('./audit-page.tsx'),
    },
  ],
})
