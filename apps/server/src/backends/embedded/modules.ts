import { accessModule } from './access/module.ts'
import { accountsModule } from './accounts/module.ts'
import { alarmsModule } from './alarms/module.ts'
import { apiKeysModule } from './api-keys/module.ts'
import { auditModule } from './audit/module.ts'
import { backupModule } from './backup/module.ts'
import { bannedModule } from './banned/module.ts'
import { bridgesModule } from './bridges/module.ts'
import { certificatesModule } from './certificates/module.ts'
import { clientsModule } from './clients/module.ts'
import { clusterModule } from './cluster/module.ts'
import { configsModule } from './configs/module.ts'
import { dataHubModule } from './data-hub/module.ts'
import { schemaRegistryModule } from './data-hub/schema-registry-module.ts'
import { errorCodesModule } from './error-codes/module.ts'
import { exhookModule } from './exhook/module.ts'
import { explainModule } from './explain/module.ts'
import { gatewaysModule } from './gateways/module.ts'
import { integrationsModule } from './integrations/module.ts'
import { listenersModule } from './listeners/module.ts'
import { logModule } from './log/module.ts'
import { metricsModule } from './metrics/module.ts'
import { migrationModule } from './migration/module.ts'
import { mqdeckModule } from './mqdeck/module.ts'
import { mqttFeaturesModule } from './mqtt-features/module.ts'
import { openTelemetryModule } from './opentelemetry/module.ts'
import { pluginsModule } from './plugins/module.ts'
import { prometheusModule } from './prometheus/module.ts'
import { publishModule } from './publish/module.ts'
import { relupModule } from './relup/module.ts'
import { retainedModule } from './retained/module.ts'
import { schemasModule } from './schemas/module.ts'
import { securityModule } from './security/module.ts'
import { slowSubscriptionsModule } from './slow-subscriptions/module.ts'
import { subscriptionsModule } from './subscriptions/module.ts'
import { sysTopicsModule } from './sys-topics/module.ts'
import { telemetryModule } from './telemetry/module.ts'
import { topicMetricsModule } from './topic-metrics/module.ts'
import { topicsModule } from './topics/module.ts'
import { tracesModule } from './traces/module.ts'
import { zonesModule } from './zones/module.ts'

/**
 * Everything that the broker offers. Modules are created and started in this order, so that each comes after those that
 * it needs, and stopped in the opposite order.
 */
export const modules = [
  auditModule,
  bannedModule,
  accountsModule,
  apiKeysModule,
  retainedModule,
  exhookModule,
  pluginsModule,
  accessModule,
  zonesModule,
  mqttFeaturesModule,
  schemaRegistryModule,
  integrationsModule,
  bridgesModule,
  dataHubModule,
  gatewaysModule,
  listenersModule,
  metricsModule,
  alarmsModule,
  sysTopicsModule,
  topicMetricsModule,
  slowSubscriptionsModule,
  prometheusModule,
  openTelemetryModule,
  telemetryModule,
  clientsModule,
  subscriptionsModule,
  topicsModule,
  publishModule,
  tracesModule,
  logModule,
  certificatesModule,
  configsModule,
  clusterModule,
  relupModule,
  explainModule,
  securityModule,
  schemasModule,
  errorCodesModule,
  mqdeckModule,
  backupModule,
  migrationModule,
] as const
