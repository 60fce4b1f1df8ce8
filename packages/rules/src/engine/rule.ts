import type { RuleActionSetting } from '@mqdeck/contract'

export interface RuleDefinition {
  readonly id: string
  readonly sql: string
  readonly actions: readonly RuleActionSetting[]
  readonly enable: boolean
}

export interface EngineSettings {
  readonly ignoreSysMessage: boolean
  /** The rules run in this order for an event. */
  readonly rules: readonly RuleDefinition[]
}
