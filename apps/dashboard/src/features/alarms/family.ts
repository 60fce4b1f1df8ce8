import type { PageFamily } from '../../ui/index.ts'

export const alarmFamily = {
  title: { en: 'Alarms', zh: '告警' },
  tabs: [
    { path: '/alarm/current', title: { en: 'Active', zh: '活动告警' } },
    { path: '/alarm/history', title: { en: 'History', zh: '历史告警' } },
    { path: '/alarm/settings', title: { en: 'Settings', zh: '告警设置' } },
  ],
} as const satisfies PageFamily
