import { defineRoutes } from '../../ui/index.ts'

export const loginRoutes = defineRoutes({
  pages: [
    {
      path: '/login',
      title: { en: 'Login', zh: '登录' },
      bare: true,
      load: () => import('./login-page.tsx'),
    },
  ],
})
