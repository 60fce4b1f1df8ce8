import { defineRoutes } from '../../../ui/index.ts'

export const authenticationRoutes = defineRoutes({
  pages: [
    {
      path: '/authentication',
      title: { en: 'Authentication', zh: '客户端认证' },
      keywords: ['authn', 'password', 'login', 'jwt', 'scram', 'ldap', 'anonymous', '认证', '密码', '匿名'],
      load: () => import('./authenticators-page.tsx'),
    },
    {
      path: '/authentication/create',
      administratorsOnly: true,
      title: { en: 'New authenticator', zh: '创建认证器' },
      parent: '/authentication',
      load: () => import('./create-page.tsx'),
    },
    {
      path: '/authentication/detail/$id',
      title: { en: 'Authenticator', zh: '认证器' },
      subject: ({ id }) => id,
      parent: '/authentication',
      load: () => import('./authenticator-page.tsx'),
    },
  ],
})
