import type { RuleActionSetting } from '@mqdeck/contract'

/** A rule as the engine needs it. */
export interface RuleDefinition {
  readonly id: string
  readonly sql: string
  readonly actions: readonly RuleActionSetting[]
  readonly enable: boolean
}

export interface EngineSettings {
  readonly ignoreSysMessage: boolean
  /** In the order in which they run when the same event is for several. */
  readonly rules: readonly RuleDefinition[]
}
