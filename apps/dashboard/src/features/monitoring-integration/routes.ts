import { defineRoutes } from '../../ui/index.ts'

export const monitoringRoutes = defineRoutes({
  pages: [
    {
      path: '/monitoring/integration',
      title: { en: 'Prometheus', zh: 'Prometheus' },
      keywords: ['push gateway', 'metrics', 'monitoring', '监控'],
      load: () => import('./prometheus-page.tsx'),
    },
    {
      path: '/monitoring/integration/opentelemetry',
      title: { en: 'OpenTelemetry', zh: 'OpenTelemetry' },
      needs: { get: '/opentelemetry', partOf: 'enterprise' },
      load: () => import('./opentelemetry-page.tsx'),
    },
    {
      path: '/monitoring/integration/help',
      title: { en: 'Monitoring help', zh: '监控接入帮助' },
      tab: { en: 'Help', zh: '接入帮助' },
      load: () => import('./help-page.tsx'),
    },
  ],
})
