import type { Api, Handlers } from '@mqdeck/contract'
import type { Call } from '../../../http/mount.ts'
import type { Services } from '../services.ts'
import { actionHandlers } from './actions.ts'
import { alarmHandlers } from './alarms.ts'
import { apiKeyHandlers } from './api-keys.ts'
import { auditHandlers } from './audit.ts'
import { authenticationHandlers } from './authentication.ts'
import { authorizationHandlers } from './authorization.ts'
import { authorizationRuleHandlers } from './authorization-rules.ts'
import { backupHandlers } from './backup.ts'
import { bannedHandlers } from './banned.ts'
import { certificateHandlers } from './certificates.ts'
import { clientTimelineHandlers } from './client-timeline.ts'
import { clientHandlers } from './clients.ts'
import { clusterHandlers } from './cluster.ts'
import { configHandlers } from './configs.ts'
import { connectorHandlers } from './connectors.ts'
import { errorCodeHandlers } from './error-codes.ts'
import { explainHandlers } from './explain.ts'
import { integrationChangeHandlers } from './integration-changes.ts'
import { listenerHandlers } from './listeners.ts'
import { logFileHandlers } from './log-files.ts'
import { metricsHandlers, monitorHandlers, nodeHandlers, statsHandlers } from './metrics.ts'
import { mfaHandlers } from './mfa.ts'
import { migrationHandlers } from './migration.ts'
import { mqdeckHandlers } from './mqdeck.ts'
import { mqttFeatureHandlers } from './mqtt-features.ts'
import { openTelemetryHandlers } from './opentelemetry.ts'
import { prometheusHandlers } from './prometheus.ts'
import { publishHandlers } from './publish.ts'
import { retainedHandlers } from './retained.ts'
import { ruleHandlers, ruleStepHandlers } from './rules.ts'
import { schemaHandlers } from './schemas.ts'
import { securityHandlers } from './security.ts'
import { slowSubscriptionHandlers } from './slow-subscriptions.ts'
import { sourceHandlers } from './sources.ts'
import { subscriptionHandlers } from './subscriptions.ts'
import { telemetryHandlers } from './telemetry.ts'
import { topicMetricsHandlers } from './topic-metrics.ts'
import { topicHandlers } from './topics.ts'
import { traceHandlers } from './trace.ts'
import { userHandlers } from './users.ts'
import { webhookTestHandlers } from './webhook-test.ts'

/** Handlers of all endpoints. */
export function toHandlers(services: Services): Handlers<Api, Call> {
  return {
    ...userHandlers(services),
    ...mfaHandlers(services),
    ...apiKeyHandlers(services),
    ...auditHandlers(services),
    ...authenticationHandlers(services),
    ...authorizationHandlers(services),
    ...authorizationRuleHandlers(services),
    ...nodeHandlers(services),
    ...statsHandlers(services),
    ...metricsHandlers(services),
    ...monitorHandlers(services),
    ...clientHandlers(services),
    ...clientTimelineHandlers(services),
    ...subscriptionHandlers(services),
    ...topicHandlers(services),
    ...publishHandlers(services),
    ...clusterHandlers(services),
    ...telemetryHandlers(services),
    ...errorCodeHandlers(),
    ...explainHandlers(services),
    ...securityHandlers(services),
    ...bannedHandlers(services),
    ...backupHandlers(services),
    ...listenerHandlers(services),
    ...certificateHandlers(services),
    ...logFileHandlers(services),
    ...configHandlers(services),
    ...mqttFeatureHandlers(services),
    ...topicMetricsHandlers(services),
    ...slowSubscriptionHandlers(services),
    ...alarmHandlers(services),
    ...retainedHandlers(services),
    ...prometheusHandlers(services),
    ...openTelemetryHandlers(services),
    ...connectorHandlers(services),
    ...actionHandlers(services),
    ...sourceHandlers(services),
    ...ruleHandlers(services),
    ...ruleStepHandlers(services),
    ...integrationChangeHandlers(services),
    ...webhookTestHandlers(services),
    ...traceHandlers(services),
    ...schemaHandlers(),
    ...mqdeckHandlers(services),
    ...migrationHandlers(services),
  }
}
