import type { PageFamily } from '../../ui/index.ts'

export const monitoringFamily = {
  title: { en: 'Monitoring integration', zh: '监控集成' },
  tabs: [
    { path: '/monitoring/integration', title: { en: 'Prometheus', zh: 'Prometheus' } },
    {
      path: '/monitoring/integration/opentelemetry',
      title: { en: 'OpenTelemetry', zh: 'OpenTelemetry' },
      needs: { get: '/opentelemetry', partOf: 'enterprise' },
    },
    { path: '/monitoring/integration/help', title: { en: 'Help', zh: '接入帮助' } },
  ],
} as const satisfies PageFamily
