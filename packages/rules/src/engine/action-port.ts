import type { ValueMap } from '@mqdeck/kit/json'

/**
 * Data that a rule sends to an action: the columns selected by its SQL. Integers are bigints, floats are numbers,
 * binaries are Uint8Arrays.
 */
export type ActionData = ValueMap

/**
 * Result of a request. `out_of_service`: the action does not accept requests. `discarded`: the request expired or the
 * buffer was full.
 */
export type ActionOutcome =
  | { readonly result: 'success'; readonly answer: unknown }
  | { readonly result: 'failed' | 'out_of_service' | 'discarded'; readonly reason: string }

export interface ActionCallOptions {
  /** Called at most once, and not for requests that outlive the process. */
  readonly done: (outcome: ActionOutcome) => void
  /** Requests with the same key keep their order. */
  readonly key?: string | undefined
  /** Links the events of an action to the run of its rule. */
  readonly trace: RunTrace
  /** Only renders the templates, sends nothing. */
  readonly renderOnly: boolean
}

/** The interface to actions that the rule engine needs. */
export interface ActionPort {
  /**
   * @param action `type:name`
   * Never throws and never waits.
   */
  send(action: string, data: ActionData, options: ActionCallOptions): void
}

/** Identifies a run. All events caused by the run carry it. */
export interface RunTrace {
  readonly ruleId: string
  /** Milliseconds since the epoch (EMQX: `rule_trigger_ts`). */
  readonly triggeredAt: number
  readonly clientId: string | undefined
}
