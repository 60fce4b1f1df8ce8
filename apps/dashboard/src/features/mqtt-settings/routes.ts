import { defineRoutes } from '../../ui/index.ts'

export const mqttSettingsRoutes = defineRoutes({
  pages: [
    {
      path: '/mqtt/general',
      title: { en: 'General MQTT settings', zh: 'MQTT 通用设置' },
      tab: { en: 'General', zh: '通用' },
      load: () => import('./zone-pages.tsx').then(({ GeneralPage }) => ({ default: GeneralPage })),
    },
    {
      path: '/mqtt/session',
      title: { en: 'Session settings', zh: '会话设置' },
      tab: { en: 'Session', zh: '会话' },
      load: () => import('./zone-pages.tsx').then(({ SessionPage }) => ({ default: SessionPage })),
    },
    {
      path: '/mqtt/session-persistence',
      title: { en: 'Durable sessions', zh: '持久会话' },
      load: () => import('./durable-sessions-page.tsx'),
    },
    {
      path: '/mqtt/retainer',
      title: { en: 'Retainer settings', zh: '保留消息设置' },
      tab: { en: 'Retainer', zh: '保留消息' },
      load: () => import('./retainer-page.tsx'),
    },
    {
      path: '/mqtt/system-topic',
      title: { en: 'System topics', zh: '系统主题' },
      load: () => import('./system-topics-page.tsx'),
    },
    {
      path: '/mqtt/force-shutdown',
      title: { en: 'Force shutdown', zh: '强制关闭' },
      load: () => import('./zone-pages.tsx').then(({ ForceShutdownPage }) => ({ default: ForceShutdownPage })),
    },
    {
      path: '/topic-rewrite',
      title: { en: 'Topic rewrite', zh: '主题重写' },
      load: () => import('./topic-rewrite-page.tsx'),
    },
    {
      path: '/auto-sub',
      title: { en: 'Auto subscribe', zh: '自动订阅' },
      load: () => import('./auto-subscribe-page.tsx'),
    },
    {
      path: '/delayed-pub-configuration',
      title: { en: 'Delayed publish', zh: '延迟发布' },
      load: () => import('./delayed-page.tsx'),
    },
  ],
  redirects: { '/mqtt': '/mqtt/general' },
})
