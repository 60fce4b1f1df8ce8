import { actions } from './actions.ts'
import { alarmSettings } from './alarm-settings.ts'
import { alarms } from './alarms.ts'
import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { authentication } from './authentication.ts'
import { authorization } from './authorization.ts'
import { authorizationRules } from './authorization-rules.ts'
import { banned } from './banned.ts'
import { bridges } from './bridges.ts'
import { certificates } from './certificates.ts'
import { clientTimelines } from './client-timeline.ts'
import { clients } from './clients.ts'
import { cluster } from './cluster.ts'
import { configs } from './configs.ts'
import { connectors } from './connectors.ts'
import { dataBackup } from './data-backup.ts'
import { errorCodes } from './error-codes.ts'
import { exhooks } from './exhooks.ts'
import { explaining } from './explain.ts'
import { gatewayAccess } from './gateway-authentication.ts'
import { gatewayClients } from './gateway-clients.ts'
import { gatewayDevices } from './gateway-devices.ts'
import { gatewayControl } from './gateways.ts'
import { integrationChanges } from './integration-changes.ts'
import { integrationHealth } from './integration-health.ts'
import { listening } from './listeners.ts'
import { logFiles } from './log-files.ts'
import { messageQueues } from './message-queues.ts'
import { messageTransformations } from './message-transformations.ts'
import { metrics } from './metrics.ts'
import { mfa } from './mfa.ts'
import { migrations } from './migration.ts'
import { monitor } from './monitor.ts'
import { mqdeck } from './mqdeck.ts'
import { mqttFeatures } from './mqtt-features.ts'
import { nodes } from './nodes.ts'
import { openTelemetryExport } from './opentelemetry.ts'
import { payloadDecoders } from './payload-decoders.ts'
import { plugins } from './plugins.ts'
import { prometheusMetrics } from './prometheus.ts'
import { publishing } from './publish.ts'
import { relup } from './relup.ts'
import { retainedMessages } from './retained.ts'
import { ruleSteps } from './rule-steps.ts'
import { rules } from './rules.ts'
import { schemaRegistries } from './schema-registry.ts'
import { schemaValidations } from './schema-validations.ts'
import { schemas } from './schemas.ts'
import { security } from './security.ts'
import { sessions } from './session.ts'
import { slowSubscriptions } from './slow-subscriptions.ts'
import { sources } from './sources.ts'
import { stats } from './stats.ts'
import { status } from './status.ts'
import { subscriptions } from './subscriptions.ts'
import { telemetryReports } from './telemetry.ts'
import { topicMetrics } from './topic-metrics.ts'
import { topics } from './topics.ts'
import { traces } from './trace.ts'
import { users } from './users.ts'
import { webhookTests } from './webhook-test.ts'

export * from './actions.ts'
export * from './alarm-settings.ts'
export * from './alarms.ts'
export * from './api-keys.ts'
export * from './audit.ts'
export * from './authentication.ts'
export * from './authorization.ts'
export * from './authorization-rules.ts'
export * from './banned.ts'
export * from './bridges.ts'
export * from './certificates.ts'
export * from './client-timeline.ts'
export * from './clients.ts'
export * from './cluster.ts'
export * from './configs.ts'
export * from './connectors.ts'
export * from './data-backup.ts'
export type { OrderProblem, PolicyMetrics, PolicyStatistics } from './data-hub-policy.ts'
export * from './error-codes.ts'
export * from './exhooks.ts'
export * from './explain.ts'
export * from './gateway-authentication.ts'
export * from './gateway-clients.ts'
export * from './gateway-devices.ts'
export * from './gateways.ts'
export * from './integration-changes.ts'
export * from './integration-health.ts'
export {
  IntegrationMetrics,
  IntegrationStatistics,
  IntegrationSummary,
  NodeStatus,
  ResourceStatus,
  StillUsed,
} from './integration-model.ts'
export * from './listener-certificate.ts'
export * from './listeners.ts'
export * from './log-files.ts'
export * from './message-queues.ts'
export * from './message-transformations.ts'
export * from './metrics.ts'
export * from './mfa.ts'
export * from './migration.ts'
export * from './monitor.ts'
export * from './mqdeck.ts'
export * from './mqtt-features.ts'
export * from './nodes.ts'
export * from './opentelemetry.ts'
export * from './payload-decoders.ts'
export * from './plugins.ts'
export * from './prometheus.ts'
export * from './publish.ts'
export * from './relup.ts'
export * from './retained.ts'
export * from './rule-steps.ts'
export * from './rules.ts'
export * from './schema-registry.ts'
export * from './schema-validations.ts'
export * from './schemas.ts'
export * from './security.ts'
export * from './session.ts'
export * from './slow-subscriptions.ts'
export * from './sources.ts'
export * from './stats.ts'
export * from './status.ts'
export * from './subscriptions.ts'
export * from './telemetry.ts'
export * from './topic-metrics.ts'
export * from './topic-metrics-model.ts'
export * from './topics.ts'
export * from './trace.ts'
export * from './user-model.ts'
export * from './users.ts'
export * from './webhook-test.ts'

/** Every endpoint, by resource. */
export const endpoints = {
  sessions,
  users,
  mfa,
  apiKeys,
  audit,
  authentication,
  authorization,
  authorizationRules,
  nodes,
  stats,
  metrics,
  monitor,
  clients,
  clientTimelines,
  messageQueues,
  subscriptions,
  topics,
  publishing,
  cluster,
  status,
  telemetryReports,
  errorCodes,
  explaining,
  security,
  banned,
  bridges,
  listeners: listening,
  certificates,
  logFiles,
  configs,
  dataBackup,
  mqdeck,
  migrations,
  mqttFeatures,
  retainedMessages,
  prometheusMetrics,
  openTelemetryExport,
  topicMetrics,
  slowSubscriptions,
  alarms,
  alarmSettings,
  connectors,
  actions,
  sources,
  rules,
  ruleSteps,
  integrationChanges,
  integrationHealth,
  webhookTests,
  traces,
  schemas,
  gatewayControl,
  gatewayAccess,
  gatewayClients,
  gatewayDevices,
  schemaRegistries,
  schemaValidations,
  messageTransformations,
  payloadDecoders,
  exhooks,
  plugins,
  relup,
} as const

/** Every endpoint by operation name, used by the server and the client. */
export const api = {
  ...sessions,
  ...users,
  ...mfa,
  ...apiKeys,
  ...audit,
  ...authentication,
  ...authorization,
  ...authorizationRules,
  ...nodes,
  ...stats,
  ...metrics,
  ...monitor,
  ...clients,
  ...clientTimelines,
  ...messageQueues,
  ...subscriptions,
  ...topics,
  ...publishing,
  ...cluster,
  ...status,
  ...telemetryReports,
  ...errorCodes,
  ...explaining,
  ...security,
  ...banned,
  ...bridges,
  ...schemas,
  ...mqttFeatures,
  ...retainedMessages,
  ...prometheusMetrics,
  ...openTelemetryExport,
  ...topicMetrics,
  ...slowSubscriptions,
  ...alarms,
  ...alarmSettings,
  ...mqdeck,
  ...migrations,
  ...configs,
  ...listening,
  ...certificates,
  ...logFiles,
  ...dataBackup,
  ...connectors,
  ...actions,
  ...sources,
  ...rules,
  ...ruleSteps,
  ...integrationChanges,
  ...integrationHealth,
  ...webhookTests,
  ...traces,
  ...gatewayControl,
  ...gatewayAccess,
  ...gatewayClients,
  ...gatewayDevices,
  ...schemaRegistries,
  ...schemaValidations,
  ...messageTransformations,
  ...payloadDecoders,
  ...exhooks,
  ...plugins,
  ...relup,
} as const
export type Api = typeof api
