import type { Api, Handlers } from '@mqdeck/contract'
import type { Call } from '../../http/mount.ts'
import { mfaHandlers, userHandlers } from './accounts/handlers.ts'
import { alarmHandlers } from './alarms/handlers.ts'
import { apiKeyHandlers } from './api-keys/handlers.ts'
import { auditHandlers } from './audit/handlers.ts'
import { authenticationHandlers } from './authentication/handlers.ts'
import { authorizationHandlers, authorizationRuleHandlers } from './authorization/handlers.ts'
import { backupHandlers } from './backup/handlers.ts'
import { bannedHandlers } from './banned/handlers.ts'
import { bridgeHandlers } from './bridges/handlers.ts'
import { certificateHandlers } from './certificates/handlers.ts'
import { clientHandlers, clientTimelineHandlers, messageQueueHandlers } from './clients/handlers.ts'
import { clusterHandlers } from './cluster/handlers.ts'
import { configHandlers } from './configs/handlers.ts'
import { payloadDecoderHandlers } from './data-hub/payload-decoders.ts'
import { messageTransformationHandlers, schemaValidationHandlers } from './data-hub/policy-handlers.ts'
import { schemaRegistryHandlers } from './data-hub/registry-handlers.ts'
import { errorCodeHandlers } from './error-codes/handlers.ts'
import { exhookHandlers } from './exhook/handlers.ts'
import { explainHandlers } from './explain/handlers.ts'
import { gatewayAuthenticationHandlers } from './gateways/authentication-handlers.ts'
import { gatewayClientHandlers } from './gateways/client-handlers.ts'
import { gatewayDeviceHandlers } from './gateways/device-handlers.ts'
import { gatewayHandlers } from './gateways/handlers.ts'
import {
  actionHandlers,
  connectorHandlers,
  integrationChangeHandlers,
  sourceHandlers,
  webhookTestHandlers,
} from './integrations/handlers.ts'
import { integrationHealthHandlers } from './integrations/health-handlers.ts'
import { listenerHandlers } from './listeners/handlers.ts'
import { logFileHandlers } from './log/handlers.ts'
import { metricsHandlers, monitorHandlers, nodeHandlers, statsHandlers } from './metrics/handlers.ts'
import { migrationHandlers } from './migration/handlers.ts'
import { mqdeckHandlers } from './mqdeck/handlers.ts'
import { mqttFeatureHandlers } from './mqtt-features/handlers.ts'
import { openTelemetryHandlers } from './opentelemetry/handlers.ts'
import { pluginHandlers } from './plugins/handlers.ts'
import { prometheusHandlers } from './prometheus/handlers.ts'
import { publishHandlers } from './publish/handlers.ts'
import { relupHandlers } from './relup/handlers.ts'
import { retainedHandlers } from './retained/handlers.ts'
import { ruleHandlers, ruleStepHandlers } from './rules/handlers.ts'
import { schemaHandlers } from './schemas/handlers.ts'
import { securityHandlers } from './security/handlers.ts'
import type { Services } from './services.ts'
import { slowSubscriptionHandlers } from './slow-subscriptions/handlers.ts'
import { subscriptionHandlers } from './subscriptions/handlers.ts'
import { telemetryHandlers } from './telemetry/handlers.ts'
import { topicMetricsHandlers } from './topic-metrics/handlers.ts'
import { topicHandlers } from './topics/handlers.ts'
import { traceHandlers } from './traces/handlers.ts'

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
    ...messageQueueHandlers(services),
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
    ...bridgeHandlers(services),
    ...integrationHealthHandlers(services),
    ...webhookTestHandlers(services),
    ...traceHandlers(services),
    ...schemaHandlers(),
    ...schemaRegistryHandlers(services),
    ...schemaValidationHandlers(services),
    ...messageTransformationHandlers(services),
    ...payloadDecoderHandlers(services),
    ...mqdeckHandlers(services),
    ...migrationHandlers(services),
    ...gatewayHandlers(services),
    ...gatewayAuthenticationHandlers(services),
    ...gatewayClientHandlers(services),
    ...gatewayDeviceHandlers(services),
    ...exhookHandlers(services),
    ...pluginHandlers(services),
    ...relupHandlers(services),
  }
}
