import type { RuleStep } from '@mqdeck/contract'
import type { ActionEvent, Integrations } from '@mqdeck/integrations'
import { BoundedMap, type Clock } from '@mqdeck/kit'
import { encodeJson } from '@mqdeck/kit/json'
import type { BuiltIn, RuleEngine, RuleTraceEvent, RunTrace } from '@mqdeck/rules'

interface Options {
  readonly ruleEngine: Pick<RuleEngine, 'observe'>
  readonly integrations: Pick<Integrations, 'observe'>
  readonly clock: Clock
}

/** Records the steps of rules for the page that watches them. Has no cost while no rule is watched. */
export interface RuleSteps {
  /** Starts or extends recording for a rule. */
  readonly read: (ruleId: string, after: number) => { readonly position: number; readonly steps: RuleStep[] }
  readonly stop: () => void
}

/** Milliseconds without a request after which recording stops. */
const watchTimeoutMs = 30_000
/** Maximum number of watched rules, because each needs memory. The rule that was requested least recently is dropped. */
const maxWatched = 20
/** Maximum number of recorded steps per rule. The oldest are dropped. */
const maxSteps = 1_000
/** Maximum length of recorded input and output in characters. */
const maxDataLength = 16_384

interface Watched {
  steps: RuleStep[]
  position: number
  runs: number
  askedAt: number
}

export function createRuleSteps({ ruleEngine, integrations, clock }: Options): RuleSteps {
  const watched = new BoundedMap<string, Watched>(maxWatched)
  let runNumbers = new WeakMap<RunTrace, number>()
  let endWatching: (() => void) | undefined

  function begin(): void {
    const ends = [
      ruleEngine.observe((observed) => note(observed.trace, ofRule(observed))),
      integrations.observe((event) => {
        if (isRunTrace(event.trace)) note(event.trace, ofAction(event))
      }),
      clock.every(watchTimeoutMs / 3, forget),
    ]
    endWatching = () => {
      for (const end of ends) end()
      endWatching = undefined
      runNumbers = new WeakMap()
    }
  }

  function note(trace: RunTrace, newStep: NewStep): void {
    const rule = watched.get(trace.ruleId)
    if (!rule) return
    const run = runNumbers.get(trace) ?? ++rule.runs
    runNumbers.set(trace, run)
    rule.position += 1
    const clientid = trace.clientId
    const { data, ...rest } = newStep
    rule.steps.push({
      position: rule.position,
      run,
      triggered_at: trace.triggeredAt,
      at: clock.now(),
      ...rest,
      ...(clientid !== undefined && { clientid }),
      ...(data !== undefined && { data: encodeJson(data).slice(0, maxDataLength) }),
    })
    if (rule.steps.length > maxSteps) rule.steps = rule.steps.slice(maxSteps / 2)
  }

  function forget(): void {
    for (const [id, { askedAt }] of watched) if (clock.now() - askedAt >= watchTimeoutMs) watched.delete(id)
    if (watched.size === 0) endWatching?.()
  }

  return {
    read(ruleId, after) {
      const rule = watched.get(ruleId) ?? { steps: [], position: 0, runs: 0, askedAt: 0 }
      rule.askedAt = clock.now()
      watched.set(ruleId, rule)
      if (!endWatching) begin()
      return { position: rule.position, steps: rule.steps.filter(({ position }) => position > after) }
    },
    stop() {
      watched.clear()
      endWatching?.()
    },
  }
}

type NewStep = Pick<RuleStep, 'event' | 'target' | 'reason'> & { readonly data?: unknown }

function ofRule(observed: RuleTraceEvent): NewStep {
  const { event } = observed
  return {
    event,
    ...('action' in observed && { target: targetOf(observed.action) }),
    ...('reason' in observed && { reason: observed.reason }),
    ...('input' in observed && { data: observed.input }),
    ...('result' in observed && { data: observed.result }),
    ...('request' in observed && { data: observed.request }),
  }
}

const ofAction = (observed: ActionEvent): NewStep => ({
  event: observed.event,
  target: observed.action,
  ...('reason' in observed && { reason: observed.reason }),
  ...('request' in observed && { data: observed.request }),
  ...('answer' in observed && { data: observed.answer }),
})

const targetOf = (action: BuiltIn) =>
  action.function === 'console' ? action.function : `${action.function}:${action.topic}`

/** Actions can also be triggered without a rule. */
export const isRunTrace = (trace: unknown): trace is RunTrace =>
  typeof trace === 'object' && trace !== null && 'ruleId' in trace && 'triggeredAt' in trace
