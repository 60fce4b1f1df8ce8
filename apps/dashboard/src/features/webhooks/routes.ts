import { defineRoutes } from '../../ui/index.ts'

export const webhookRoutes = defineRoutes({
  pages: [
    {
      path: '/webhook',
      title: { en: 'Webhooks', zh: 'Webhook' },
      keywords: ['http', 'callback', 'events', 'notify', 'integration', '回调', '事件', '通知', '数据集成'],
      load: () => import('./webhooks-page.tsx'),
    },
    {
      path: '/webhook/create',
      administratorsOnly: true,
      title: { en: 'New webhook', zh: '创建 Webhook' },
      keywords: ['http', '回调'],
      parent: '/webhook',
      load: () => import('./create-page.tsx'),
    },
    {
      path: '/webhook/$name',
      title: { en: 'Webhook', zh: 'Webhook' },
      subject: ({ name }) => name,
      parent: '/webhook',
      load: () => import('./webhook-page.tsx'),
    },
  ],
})
