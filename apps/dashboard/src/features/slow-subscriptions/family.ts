import type { PageFamily } from '../../ui/index.ts'

export const slowSubscriptionFamily = {
  title: { en: 'Slow subscriptions', zh: '慢订阅' },
  tabs: [
    { path: '/slow-sub', title: { en: 'Slowest subscriptions', zh: '排行' } },
    { path: '/slow-sub/config', title: { en: 'Settings', zh: '设置' } },
  ],
} as const satisfies PageFamily
