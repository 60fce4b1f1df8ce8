import { integrationsModule } from '../integrations/module.ts'
import { defineModule } from '../resource-module.ts'
import { payloadDecoderTable } from './backup-table.ts'
import { dataHubMetrics } from './metrics.ts'
import { policyTasks, schemaTasks } from './migration.ts'
import { payloadDecoderHandlers } from './payload-decoders.ts'
import { messageTransformationHandlers, schemaValidationHandlers } from './policy-handlers.ts'
import { schemaRegistryHandlers } from './registry-handlers.ts'
import { schemaRegistryModule } from './schema-registry-module.ts'
import { createDataHub, dataHubRoots } from './service.ts'

/** The schema registry, and validations and transformations of messages. */
export const dataHubModule = defineModule({
  name: 'data-hub',
  needs: { schemaRegistry: schemaRegistryModule, integrations: integrationsModule },
  migration: { listeners: schemaTasks, processing: policyTasks },
  create(context, { schemaRegistry, integrations: { ruleEngine } }) {
    const { configuration } = context
    const dataHub = createDataHub({ ...context, schemaRegistry, ruleEngine })
    const services = { ...context, ...dataHub }
    return {
      handlers: {
        ...schemaRegistryHandlers(services),
        ...schemaValidationHandlers(services),
        ...messageTransformationHandlers(services),
        ...payloadDecoderHandlers(dataHub),
      },
      roots: dataHubRoots({ ...dataHub, ruleEngine }),
      backupTables: [payloadDecoderTable(dataHub.payloadDecoders)],
      metrics: { dataHub: () => dataHubMetrics({ configuration, ...dataHub }) },
      open: dataHub.start,
    }
  },
})
