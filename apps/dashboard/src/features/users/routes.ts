import { defineRoutes } from '../../ui/index.ts'

export const userRoutes = defineRoutes({
  pages: [
    {
      path: '/users',
      title: { en: 'Users', zh: '用户' },
      keywords: ['administrator', 'viewer', 'password', 'role', '管理员', '密码', '角色'],
      load: () => import('./users-page.tsx'),
    },
  ],
})
