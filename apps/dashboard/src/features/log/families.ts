import type { PageFamily } from '../../ui/index.ts'

export const logFamily = {
  title: { en: 'Log', zh: '日志' },
  tabs: [
    { path: '/log', title: { en: 'Settings', zh: '设置' } },
    {
      path: '/log/follow',
      title: { en: 'Live view', zh: '实时查看' },
      needs: { get: '/mqdeck/log_files', partOf: 'mqdeck' },
    },
  ],
} as const satisfies PageFamily
