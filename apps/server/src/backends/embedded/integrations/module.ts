import { schemaRegistryModule } from '../data-hub/schema-registry-module.ts'
import { defineModule } from '../resource-module.ts'
import { ruleHandlers, ruleStepHandlers } from '../rules/handlers.ts'
import { traceRules } from '../traces/service.ts'
import {
  actionHandlers,
  connectorHandlers,
  integrationChangeHandlers,
  sourceHandlers,
  webhookTestHandlers,
} from './handlers.ts'
import { integrationHealthHandlers } from './health-handlers.ts'
import { dataIntegrationMetrics } from './metrics.ts'
import { actionTasks, connectorTasks, ruleTasks, sourceTasks } from './migration.ts'
import { createDataIntegration } from './service.ts'
import { integrationRoots } from './settings.ts'

/** Rules with their connectors, actions and sources. */
export const integrationsModule = defineModule({
  name: 'integrations',
  needs: { schemaRegistry: schemaRegistryModule },
  migration: {
    connections: (source, secrets) => [...connectorTasks(source, secrets), ...actionTasks(source, secrets)],
    processing: (source, secrets) => [...sourceTasks(source, secrets), ...ruleTasks(source)],
  },
  create(context, { schemaRegistry }) {
    const { configuration, traces } = context
    const dataIntegration = createDataIntegration(context, schemaRegistry)
    traceRules({ traces, ...dataIntegration })
    const services = { ...context, ...dataIntegration }
    return {
      provides: dataIntegration,
      handlers: {
        ...connectorHandlers(services),
        ...actionHandlers(services),
        ...sourceHandlers(services),
        ...ruleHandlers(services),
        ...ruleStepHandlers(services),
        ...integrationChangeHandlers(services),
        ...integrationHealthHandlers(services),
        ...webhookTestHandlers(services),
      },
      roots: integrationRoots(dataIntegration),
      metrics: { dataIntegration: () => dataIntegrationMetrics({ configuration, ...dataIntegration }) },
      open: dataIntegration.start,
      stop: dataIntegration.stop,
    }
  },
})
