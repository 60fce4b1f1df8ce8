import { authenticationRoutes } from '../features/access/authentication/routes.ts'
import { authorizationRoutes } from '../features/access/authorization/routes.ts'
import { alarmRoutes } from '../features/alarms/routes.ts'
import { apiKeyRoutes } from '../features/api-keys/routes.ts'
import { auditRoutes } from '../features/audit/routes.ts'
import { backupRoutes } from '../features/backup/routes.ts'
import { bannedRoutes } from '../features/bans/routes.ts'
import { clientRoutes } from '../features/clients/routes.ts'
import { clusterRoutes } from '../features/cluster/routes.ts'
import { configurationRoutes } from '../features/configuration/routes.ts'
import { dashboardSettingsRoutes } from '../features/dashboard-settings/routes.ts'
import { dataHubRoutes } from '../features/data-hub/routes.ts'
import { delayedRoutes } from '../features/delayed/routes.ts'
import { exhookRoutes } from '../features/exhook/routes.ts'
import { explainRoutes } from '../features/explain/routes.ts'
import { flappingRoutes } from '../features/flapping/routes.ts'
import { flowRoutes } from '../features/flows/routes.ts'
import { gatewayRoutes } from '../features/gateways/routes.ts'
import { actionRoutes, connectorRoutes, sourceRoutes } from '../features/integrations/routes.ts'
import { listenerRoutes } from '../features/listeners/routes.ts'
import { logRoutes } from '../features/log/routes.ts'
import { loginRoutes } from '../features/login/routes.ts'
import { metricsRoutes } from '../features/metrics/routes.ts'
import { migrateRoutes } from '../features/migrate/routes.ts'
import { monitoringRoutes } from '../features/monitoring-integration/routes.ts'
import { mqttSettingsRoutes } from '../features/mqtt-settings/routes.ts'
import { nodeRoutes } from '../features/nodes/routes.ts'
import { overviewRoutes } from '../features/overview/routes.ts'
import { pluginRoutes } from '../features/plugins/routes.ts'
import { publishRoutes } from '../features/publish/routes.ts'
import { retainedRoutes } from '../features/retained/routes.ts'
import { ruleRoutes } from '../features/rules/routes.ts'
import { securityRoutes } from '../features/security/routes.ts'
import { sessionHealthRoutes } from '../features/session-health/routes.ts'
import { slowSubscriptionRoutes } from '../features/slow-subscriptions/routes.ts'
import { subscriptionRoutes } from '../features/subscriptions/routes.ts'
import { telemetryRoutes } from '../features/telemetry/routes.ts'
import { topicExplorerRoutes } from '../features/topic-explorer/routes.ts'
import { topicMetricsRoutes } from '../features/topic-metrics/routes.ts'
import { traceRoutes } from '../features/traces/routes.ts'
import { userRoutes } from '../features/users/routes.ts'
import { webhookRoutes } from '../features/webhooks/routes.ts'
import { webSocketRoutes } from '../features/websocket/routes.ts'
import { zoneRoutes } from '../features/zones/routes.ts'
import { defineRoutes, type FeatureRoutes } from '../ui/index.ts'

const helpRoutes = defineRoutes({
  pages: [
    {
      path: '/help',
      title: { en: 'Help', zh: '帮助' },
      keywords: ['keyboard shortcuts', 'version', 'API documentation', 'forgot password', '快捷键', '版本', '接口文档'],
      load: () => import('./help-page.tsx'),
    },
  ],
})

/** The routes of all features. Breadcrumbs, titles, the palette and the router are built from them; menu.ts arranges them. */
export const features: readonly FeatureRoutes[] = [
  loginRoutes,
  overviewRoutes,
  nodeRoutes,
  clientRoutes,
  retainedRoutes,
  delayedRoutes,
  metricsRoutes,
  subscriptionRoutes,
  topicMetricsRoutes,
  slowSubscriptionRoutes,
  sessionHealthRoutes,
  alarmRoutes,
  authenticationRoutes,
  authorizationRoutes,
  explainRoutes,
  bannedRoutes,
  flappingRoutes,
  securityRoutes,
  ruleRoutes,
  flowRoutes,
  webhookRoutes,
  connectorRoutes,
  actionRoutes,
  sourceRoutes,
  listenerRoutes,
  gatewayRoutes,
  dataHubRoutes,
  exhookRoutes,
  pluginRoutes,
  zoneRoutes,
  mqttSettingsRoutes,
  logRoutes,
  dashboardSettingsRoutes,
  clusterRoutes,
  monitoringRoutes,
  telemetryRoutes,
  publishRoutes,
  topicExplorerRoutes,
  webSocketRoutes,
  traceRoutes,
  configurationRoutes,
  userRoutes,
  apiKeyRoutes,
  auditRoutes,
  backupRoutes,
  migrateRoutes,
  helpRoutes,
]
