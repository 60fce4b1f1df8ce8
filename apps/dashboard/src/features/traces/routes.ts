import { defineRoutes } from '../../ui/index.ts'

const needs = { get: '/trace' } as const

export const traceRoutes = defineRoutes({
  pages: [
    {
      path: '/log-trace',
      title: { en: 'Log trace', zh: '日志追踪' },
      tab: { en: 'Traces', zh: '追踪' },
      keywords: ['debug', 'packets', 'live tail', 'diagnose', '调试', '报文', '实时日志', '诊断'],
      load: () => import('./traces-page.tsx'),
      needs,
    },
    {
      path: '/log-trace/detail/$id',
      title: { en: 'Trace', zh: '追踪' },
      subject: ({ id }) => id,
      parent: '/log-trace',
      load: () => import('./trace-page.tsx'),
      needs,
    },
  ],
})
