import { defineRoutes } from '../../ui/index.ts'

export const exhookRoutes = defineRoutes({
  pages: [
    {
      path: '/exhook',
      title: { en: 'ExHook', zh: 'ExHook' },
      load: () => import('./exhooks-page.tsx'),
    },
    {
      path: '/exhook/create',
      administratorsOnly: true,
      title: { en: 'New ExHook server', zh: '创建 ExHook 服务器' },
      parent: '/exhook',
      load: () => import('./create-page.tsx'),
    },
    {
      path: '/exhook/detail/$name',
      title: { en: 'ExHook server', zh: 'ExHook 服务器' },
      subject: ({ name }) => name,
      parent: '/exhook',
      load: () => import('./exhook-page.tsx'),
    },
  ],
})
