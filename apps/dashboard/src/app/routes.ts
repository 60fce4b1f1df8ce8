import { clientRoutes } from '../features/clients/routes.ts'
import { configurationRoutes } from '../features/configuration/routes.ts'
import { dashboardSettingsRoutes } from '../features/dashboard-settings/routes.ts'
import { listenerRoutes } from '../features/listeners/routes.ts'
import { logRoutes } from '../features/log/routes.ts'
import { loginRoutes } from '../features/login/routes.ts'
import { metricsRoutes } from '../features/metrics/routes.ts'
import { mqttSettingsRoutes } from '../features/mqtt-settings/routes.ts'
import { nodeRoutes } from '../features/nodes/routes.ts'
import { overviewRoutes } from '../features/overview/routes.ts'
import { zoneRoutes } from '../features/zones/routes.ts'
import type { FeatureRoutes } from '../ui/index.ts'

/** Every screen family of the dashboard. Navigation, breadcrumbs, titles, the palette and the router derive from it. */
export const features: readonly FeatureRoutes[] = [
  loginRoutes,
  overviewRoutes,
  nodeRoutes,
  clientRoutes,
  metricsRoutes,
  listenerRoutes,
  zoneRoutes,
  mqttSettingsRoutes,
  logRoutes,
  dashboardSettingsRoutes,
  configurationRoutes,
]
