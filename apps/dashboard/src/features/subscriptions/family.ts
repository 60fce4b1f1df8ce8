import type { PageFamily } from '../../ui/index.ts'

export const subscriptionFamily = {
  title: { en: 'Subscriptions', zh: '订阅' },
  tabs: [
    { path: '/subscriptions/subscription', title: { en: 'Subscriptions', zh: '订阅' } },
    { path: '/subscriptions/topics', title: { en: 'Topics', zh: '主题' } },
  ],
} as const satisfies PageFamily
