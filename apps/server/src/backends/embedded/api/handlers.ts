import type { Api, Handlers } from '@mqdeck/contract'
import type { Call } from '../../../http/mount.ts'
import type { Services } from '../services.ts'
import { alarmHandlers } from './alarms.ts'
import { apiKeyHandlers } from './api-keys.ts'
import { auditHandlers } from './audit.ts'
import { authenticationHandlers } from './authentication.ts'
import { authorizationHandlers } from './authorization.ts'
import { authorizationRuleHandlers } from './authorization-rules.ts'
import { backupHandlers } from './backup.ts'
import { bannedHandlers } from './banned.ts'
import { certificateHandlers } from './certificates.ts'
import { clientHandlers } from './clients.ts'
import { clusterHandlers } from './cluster.ts'
import { configHandlers } from './configs.ts'
import { errorCodeHandlers } from './error-codes.ts'
import { listenerHandlers } from './listeners.ts'
import { logFileHandlers } from './log-files.ts'
import { metricsHandlers, monitorHandlers, nodeHandlers, statsHandlers } from './metrics.ts'
import { mfaHandlers } from './mfa.ts'
import { mqdeckHandlers } from './mqdeck.ts'
import { mqttFeatureHandlers } from './mqtt-features.ts'
import { openTelemetryHandlers } from './opentelemetry.ts'
import { prometheusHandlers } from './prometheus.ts'
import { publishHandlers } from './publish.ts'
import { retainedHandlers } from './retained.ts'
import { schemaHandlers } from './schemas.ts'
import { slowSubscriptionHandlers } from './slow-subscriptions.ts'
import { subscriptionHandlers } from './subscriptions.ts'
import { telemetryHandlers } from './telemetry.ts'
import { topicMetricsHandlers } from './topic-metrics.ts'
import { topicHandlers } from './topics.ts'
import { userHandlers } from './users.ts'

/** What answers each call of the API. */
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
    ...subscriptionHandlers(services),
    ...topicHandlers(services),
    ...publishHandlers(services),
    ...clusterHandlers(services),
    ...telemetryHandlers(services),
    ...errorCodeHandlers(),
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
    ...schemaHandlers(),
    ...mqdeckHandlers(services),
  }
}
