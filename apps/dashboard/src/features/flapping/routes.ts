import { defineRoutes } from '../../ui/index.ts'

export const flappingRoutes = defineRoutes({
  pages: [
    {
      path: '/flapping-detect',
      title: { en: 'Flapping detection', zh: '抖动检测' },
      keywords: ['flapping_detect', 'reconnect'],
      load: () => import('./flapping-page.tsx'),
    },
  ],
})
