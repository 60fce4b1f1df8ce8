import type { TelemetryData } from '@mqdeck/contract'
import type { Integrations } from '@mqdeck/integrations'
import type { DataIntegrationMetrics } from '@mqdeck/observe'
import type { RuleEngine } from '@mqdeck/rules'
import type { View } from '../../../broker-config/configuration.ts'

interface Sources {
  readonly configuration: Pick<View, 'get'>
  readonly integrations: Pick<Integrations, 'state' | 'metrics'>
  readonly ruleEngine: Pick<RuleEngine, 'metrics'>
}

/** Metrics of rules, actions and connectors for Prometheus: EMQX's names, with `_` instead of dots. */
export function dataIntegrationMetrics({ configuration, integrations, ruleEngine }: Sources): DataIntegrationMetrics {
  const isConnected = (part: 'connector' | 'action', id: string) =>
    integrations.state(part, id)?.status === 'connected' ? 1 : 0
  return {
    rules: Object.entries(configuration.get('rule_engine').rules).map(([id, { enable }]) => ({
      name: id,
      metrics: { enable: toFlag(enable), ...underscored(ruleEngine.metrics(id)) },
    })),
    actions: idsOf(configuration.get('actions')).map(({ id, enable }) => ({
      name: id,
      metrics: {
        enable,
        status: isConnected('action', id),
        // Counted as `retried` only.
        retried_success: 0,
        retried_failed: 0,
        ...underscored(integrations.metrics('action', id)),
      },
    })),
    connectors: idsOf(configuration.get('connectors')).map(({ id, enable }) => ({
      name: id,
      metrics: { enable, status: isConnected('connector', id) },
    })),
  }
}

type ByTypeAndName = Readonly<Record<string, Readonly<Record<string, { readonly enable?: unknown }>> | undefined>>

const idsOf = (root: ByTypeAndName) =>
  Object.entries(root).flatMap(([type, named]) =>
    Object.entries(named ?? {}).map(([name, { enable }]) => ({ id: `${type}:${name}`, enable: toFlag(enable) })),
  )

const toFlag = (enable: unknown) => (enable === true ? 1 : 0)

const underscored = (metrics: object | undefined = {}) =>
  Object.fromEntries(
    Object.entries(metrics).map(([name, value]: [string, number]) => [name.replaceAll('.', '_'), value]),
  )

/** Number of rules, and of actions and sources per type with the rules that use them. Contains no names. */
export function integrationCounts({ get }: Pick<View, 'get'>): Pick<TelemetryData, 'rule_engine' | 'bridge'> {
  const rules = Object.values(get('rule_engine').rules)
  const types = new Map<string, { num: number; num_linked_by_rules: number }>()
  let total = 0
  for (const root of ['actions', 'sources'] as const) {
    for (const [type, named] of Object.entries(get(root))) {
      for (const name of Object.keys(named ?? {})) {
        const counted = types.get(type) ?? { num: 0, num_linked_by_rules: 0 }
        counted.num += 1
        counted.num_linked_by_rules += rules.filter(({ actions }) => actions.includes(`${type}:${name}`)).length
        types.set(type, counted)
        total += 1
      }
    }
  }
  return {
    rule_engine: { num_rules: rules.length },
    bridge: { num_data_bridges: total, data_bridge: Object.fromEntries(types) },
  }
}
