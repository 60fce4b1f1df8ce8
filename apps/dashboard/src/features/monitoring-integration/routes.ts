import { IconChartDots } from '@tabler/icons-react'
import { defineRoutes, familyPages } from '../../ui/index.ts'
import { monitoringFamily } from './families.ts'

export const monitoringRoutes = defineRoutes({
  pages: familyPages(
    monitoringFamily,
    { group: 'settings', order: 75, icon: IconChartDots },
    {
      '/monitoring/integration': () => import('./prometheus-page.tsx'),
      '/monitoring/integration/opentelemetry': () => import('./opentelemetry-page.tsx'),
      '/monitoring/integration/help': () => import('./help-page.tsx'),
    },
  ),
})
