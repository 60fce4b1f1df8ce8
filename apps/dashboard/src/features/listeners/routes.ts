import { defineRoutes } from '../../ui/index.ts'

export const listenerRoutes = defineRoutes({
  pages: [
    {
      path: '/listener',
      title: { en: 'Listeners', zh: '监听器' },
      keywords: ['ports', 'TLS', 'certificates', '端口', '证书'],
      load: () => import('./listeners-page.tsx'),
    },
    {
      path: '/listener/create',
      administratorsOnly: true,
      title: { en: 'New listener', zh: '创建监听器' },
      parent: '/listener',
      load: () => import('./create-listener-page.tsx'),
    },
    {
      path: '/limiter',
      title: { en: 'Limiter', zh: '限流器' },
      keywords: ['limits', 'rate limit', 'max_conn_rate', 'messages_rate', 'bytes_rate', '速率限制'],
      load: () => import('./limiter-page.tsx'),
    },
    {
      path: '/listener/detail/$id',
      title: { en: 'Listener', zh: '监听器' },
      subject: ({ id }) => id,
      parent: '/listener',
      load: () => import('./listener-page.tsx'),
    },
  ],
})
