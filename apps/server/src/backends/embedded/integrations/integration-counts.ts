import type { TelemetryData } from '@mqdeck/contract'
import type { View } from '../../../broker-config/configuration.ts'

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
