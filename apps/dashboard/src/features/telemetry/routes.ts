import { defineRoutes } from '../../ui/index.ts'

export const telemetryRoutes = defineRoutes({
  pages: [
    {
      path: '/telemetry',
      title: { en: 'Telemetry', zh: '遥测' },
      keywords: ['report', 'privacy', '上报', '隐私'],
      needs: { get: '/telemetry/status', partOf: 'open-source' },
      load: () => import('./telemetry-page.tsx'),
    },
  ],
})
