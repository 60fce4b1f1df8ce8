import { defineRoutes } from '../../ui/index.ts'

export const webSocketRoutes = defineRoutes({
  pages: [
    {
      path: '/websocket',
      title: { en: 'WebSocket client', zh: 'WebSocket 客户端' },
      keywords: ['mqtt', 'connect', 'subscribe', 'publish', 'test client', '连接', '订阅', '发布', '测试客户端'],
      load: () => import('./websocket-page.tsx'),
    },
  ],
})
