import type { ValueMap } from '@mqdeck/kit/json'
import type { Clause } from '../sql/compile.ts'
import type { RunTrace } from './action-port.ts'

/**
 * Trace events of a rule and its built-in actions, with the event names of EMQX. Other actions report their own events.
 */
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

/** `topic` is the template of the topic, not the rendered topic. */
export type BuiltIn = { readonly function: 'console' } | { readonly function: 'republish'; readonly topic: string }

export type RuleObserver = (event: RuleTraceEvent) => void
