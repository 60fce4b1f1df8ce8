import { defineRoutes } from '../../ui/index.ts'

export const logRoutes = defineRoutes({
  pages: [
    {
      path: '/log',
      title: { en: 'Log settings', zh: '日志设置' },
      tab: { en: 'Log', zh: '日志' },
      load: () => import('./log-settings-page.tsx'),
    },
    {
      path: '/log/follow',
      title: { en: 'Live log', zh: '实时日志' },
      needs: { get: '/mqdeck/log_files', partOf: 'mqdeck' },
      load: () => import('./log-follow-page.tsx'),
    },
  ],
})
