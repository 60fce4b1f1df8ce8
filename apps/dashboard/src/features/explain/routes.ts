import { defineRoutes } from '../../ui/index.ts'

export const explainRoutes = defineRoutes({
  pages: [
    {
      path: '/explain',
      title: { en: 'Explain access', zh: '权限诊断' },
      keywords: [
        'why',
        'denied',
        'rejected',
        'not authorized',
        'debug',
        'test',
        'acl',
        'trace',
        '诊断',
        '拒绝',
        '原因',
        '测试',
      ],
      load: () => import('./explain-page.tsx'),
    },
  ],
})
