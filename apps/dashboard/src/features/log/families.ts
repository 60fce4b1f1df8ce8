import type { PageFamily } from '../../ui/index.ts'

export const logFamily = {
  title: { en: 'Log', zh: '日志' },
  tabs: [
    { path: '/log', title: { en: 'Settings', zh: '设置' } },
    { path: '/log/follow', title: { en: 'Live view', zh: '实时查看' } },
  ],
} as const satisfies PageFamily
