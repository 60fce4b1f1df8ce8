import type { ValueMap } from '../value.ts'

/** What a rule hands to an action: the columns that its SQL chose. Integers are bigints, floats numbers, bytes bytes. */
export type ActionData = ValueMap

/** What became of a request. `out_of_service`: its action takes none now; `discarded`: it waited too long or there was no room. */
export type ActionOutcome =
  | { readonly result: 'success'; readonly answer: unknown }
  | { readonly result: 'failed' | 'out_of_service' | 'discarded'; readonly reason: string }

export interface ActionOptions {
  /** Called at most once; never for what outlives the process. */
  readonly done: (outcome: ActionOutcome) => void
  /** Requests with the same key stay in their order. */
  readonly key?: string | undefined
  /** For those who observe both, rule and action. */
  readonly trace: RunTrace
  /** Fills the templates in, and no more. */
  readonly renderOnly: boolean
}

/** Actions as rules see them; whoever has them satisfies it. */
export interface ActionPort {
  /** `type:name`. Never throws and never waits. */
  send(action: string, data: ActionData, options: ActionOptions): void
}

/** Which run it is: what it causes is told with the same one. */
export interface RunTrace {
  readonly ruleId: string
  /** Milliseconds since the epoch, `rule_trigger_ts` of EMQX. */
  readonly triggeredAt: number
  readonly clientId: string | undefined
}
