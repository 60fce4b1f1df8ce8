import type { IntegrationsSettings } from '@mqdeck/integrations'
import type { EngineSettings } from '@mqdeck/rules'
import type { View } from '../../../broker-config/configuration.ts'
import { sortedRules } from '../rules/draft.ts'

export const toIntegrationSettings = (view: View): IntegrationsSettings => ({
  connectors: view.plain('connectors'),
  actions: view.plain('actions'),
  sources: view.plain('sources'),
})

/** Rules run in the order of their creation. */
export function toEngineSettings(view: View): EngineSettings {
  const { ignore_sys_message, rules } = view.get('rule_engine')
  return {
    ignoreSysMessage: ignore_sys_message,
    rules: sortedRules(rules)
      .toReversed()
      .map(([id, { sql, actions, enable }]) => ({ id, sql, actions, enable })),
  }
}
