import { IconPlug } from '@tabler/icons-react'
import { defineRoutes } from '../../ui/index.ts'

export const listenerRoutes = defineRoutes({
  pages: [
    {
      path: '/listener',
      title: { en: 'Listeners', zh: '监听器' },
      words: ['limits', 'limiter', 'rate limit', 'ports', 'TLS', 'certificates', '限流', '速率限制', '端口', '证书'],
      load: () => import('./listeners-page.tsx'),
      menu: { group: 'settings', order: 10, icon: IconPlug },
    },
    {
      path: '/listener/create',
      onlyToChange: true,
      title: { en: 'New listener', zh: '新建监听器' },
      parent: '/listener',
      load: () => import('./create-listener-page.tsx'),
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
