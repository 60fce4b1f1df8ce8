import { defineRoutes } from '../../ui/index.ts'

export const securityRoutes = defineRoutes({
  pages: [
    {
      path: '/security',
      title: { en: 'Security checklist', zh: '安全检查' },
      keywords: [
        'audit',
        'hardening',
        'default password',
        'anonymous',
        'certificates',
        '加固',
        '默认密码',
        '匿名',
        '证书',
      ],
      load: () => import('./security-page.tsx'),
    },
  ],
})
