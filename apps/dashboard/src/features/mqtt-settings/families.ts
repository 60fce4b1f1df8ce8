import type { PageFamily } from '../../ui/index.ts'

/** Settings of the MQTT protocol. */
export const mqttFamily = {
  title: { en: 'MQTT', zh: 'MQTT' },
  tabs: [
    { path: '/mqtt/general', title: { en: 'General', zh: '通用' } },
    { path: '/mqtt/session', title: { en: 'Session', zh: '会话' } },
    { path: '/mqtt/session-persistence', title: { en: 'Durable sessions', zh: '持久会话' } },
    { path: '/mqtt/retainer', title: { en: 'Retained messages', zh: '保留消息' } },
    { path: '/mqtt/system-topic', title: { en: 'System topics', zh: '系统主题' } },
    { path: '/mqtt/force-shutdown', title: { en: 'Force shutdown', zh: '强制关闭' } },
  ],
} as const satisfies PageFamily

/** Features of the broker beyond the MQTT protocol. */
export const advancedFamily = {
  title: { en: 'Advanced MQTT', zh: 'MQTT 高级特性' },
  tabs: [
    { path: '/topic-rewrite', title: { en: 'Topic rewrite', zh: '主题重写' } },
    { path: '/auto-sub', title: { en: 'Auto subscribe', zh: '自动订阅' } },
    { path: '/delayed-pub-configuration', title: { en: 'Delayed publish', zh: '延迟发布' } },
  ],
} as const satisfies PageFamily
