import type { SchemaRegistry } from '@mqdeck/data-hub'
import { createIntegrations, type Integrations } from '@mqdeck/integrations'
import type { Value, ValueMap } from '@mqdeck/kit/json'
import {
  createLocalActions,
  createRuleEngine,
  functionsByName,
  type RuleEngine,
  type RuleEnvironment,
} from '@mqdeck/rules'
import type { View } from '../../../broker-config/configuration.ts'
import type { BrokerContext } from '../broker-context.ts'
import { schemaFunctions } from '../data-hub/schema-functions.ts'
import { createRuleSteps, type RuleSteps } from '../rules/rule-steps.ts'
import { createIntegrationHistory, type IntegrationHistory } from './history.ts'
import { createRuleJq, type JqPauses } from './jq-pauses.ts'
import { watchResources } from './resource-alarms.ts'
import { toEngineSettings, toIntegrationSettings } from './settings.ts'

/** Rules with their connectors, actions and sources. */
export interface DataIntegration {
  readonly integrations: Integrations
  readonly ruleEngine: RuleEngine
  readonly ruleSteps: RuleSteps
  readonly integrationHistory: IntegrationHistory
  readonly jqPauses: JqPauses
  /** Applies the rules of this configuration. */
  readonly updateRules: (view: View) => void
  /** Call after a change of connectors, actions or sources is active. */
  readonly onSettled: () => void
  /** Call before clients can connect. Does not wait for systems that do not respond. */
  readonly start: () => void
  /** Call while the broker is still running, because bridges may be clients of it. */
  readonly stop: () => Promise<void>
}

/** The context of handlers of rules, connectors, actions and sources. */
export type IntegrationContext = BrokerContext & DataIntegration

export function createDataIntegration(context: BrokerContext, schemaRegistry: SchemaRegistry): DataIntegration {
  const { node, broker, alarms, configuration, clock, log } = context
  const integrations = createIntegrations(context)
  const resourceAlarms = watchResources(integrations, alarms, configuration)
  const jq = createRuleJq({
    alarms,
    log,
    defaultTimeout: () => configuration.plain('rule_engine').jq_function_default_timeout,
  })
  const store = new Map<string, Value>()
  const schemas = schemaFunctions(schemaRegistry, configuration)
  const environment = (rule?: string): RuleEnvironment => ({
    now: () => clock.now(),
    variable: (name) => process.env[`EMQXVAR_${name}`],
    store,
    schemas,
    jq: jq.functionOf(rule),
  })
  const client = (clientId: string) => broker.client(clientId)?.info
  const ruleEngine = createRuleEngine({
    node,
    hooks: broker.hooks,
    clock,
    log,
    functions: functionsByName,
    environment,
    client,
    actions: integrations,
    publish: broker.publish,
    dispatch: broker.dispatch,
  })
  const localActions = createLocalActions({ node, hooks: broker.hooks, clock, client, send: integrations.send })
  // Messages of sources provide the columns for rules.
  integrations.onMessage((source, message) => ruleEngine.sourceMessage(source, message as ValueMap))
  alarms.onChange(ruleEngine.alarm)
  const ruleSteps = createRuleSteps({ ruleEngine, integrations, clock })
  const integrationHistory = createIntegrationHistory({ configuration, ruleEngine, integrations, clock })

  function onSettled(): void {
    resourceAlarms.onSettled()
    localActions.update(integrations.localTopics())
  }

  function updateRules(view: View): void {
    const settings = toEngineSettings(view)
    ruleEngine.update(settings)
    jq.update(settings)
  }

  return {
    jqPauses: jq,
    updateRules,
    integrations,
    ruleEngine,
    ruleSteps,
    integrationHistory,
    onSettled,
    start() {
      updateRules(configuration)
      integrations
        .start(toIntegrationSettings(configuration))
        .then(onSettled, (error: unknown) => log.error({ error }, 'integrations_not_started'))
      integrationHistory.start()
    },
    async stop() {
      resourceAlarms.stop()
      ruleSteps.stop()
      integrationHistory.stop()
      await integrations.stop()
      ruleEngine.stop()
      localActions.update([])
      await jq.close()
    },
  }
}
