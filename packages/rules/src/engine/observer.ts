import type { Clause } from '../sql/compile.ts'
import type { ValueMap } from '../value.ts'
import type { RunTrace } from './action-port.ts'

/** What traces tell of a rule, in EMQX's words. What an action of the outside does is told by whoever has it. */
export type RuleTraceEvent =
  | { readonly event: 'rule_activated'; readonly trace: RunTrace; readonly input: ValueMap }
  | { readonly event: 'SQL_yielded_result'; readonly trace: RunTrace; readonly result: readonly ValueMap[] }
  | { readonly event: 'SQL_yielded_no_result'; readonly trace: RunTrace }
  | { readonly event: `${Clause}_clause_exception`; readonly trace: RunTrace; readonly reason: string }
  | BuiltInTraceEvent

type BuiltInTraceEvent =
  | {
      readonly event: 'action_template_rendered' | 'action_success'
      readonly trace: RunTrace
      readonly action: BuiltIn
      readonly request: ValueMap
    }
  | {
      readonly event: 'action_stopped_after_template_rendering'
      readonly trace: RunTrace
      readonly action: BuiltIn
    }
  | {
      readonly event: 'action_failed' | 'recursive_republish_detected'
      readonly trace: RunTrace
      readonly action: BuiltIn
      readonly reason: string
    }

/** `republish` with the topic as it was written, template and all. */
export type BuiltIn = { readonly function: 'console' } | { readonly function: 'republish'; readonly topic: string }

export type RuleObserver = (event: RuleTraceEvent) => void
