import { type Clock, type Failures, toSample } from '@mqdeck/kit'
import type { ValueMap } from '@mqdeck/kit/json'
import type { Columns } from '../sql/columns.ts'
import type { CompiledRule, RuleEnvironment, RuleResult } from '../sql/compile.ts'
import type { ActionOutcome, RunTrace } from './action-port.ts'
import type { BoundAction } from './bound-actions.ts'
import type { EventDetails } from './listen.ts'
import type { RuleObserver } from './observer.ts'
import type { RuleDefinition } from './rule.ts'
import type { RuleMetrics } from './rule-metrics.ts'
import { createWorkQueue } from './work-queue.ts'

export interface LiveRule {
  readonly definition: RuleDefinition
  readonly compiled: CompiledRule
  readonly actions: readonly BoundAction[]
  /** Names of the actions in the same order, for errors: `http:a`, `console`, `republish:TOPIC`. */
  readonly targets: readonly string[]
  readonly metrics: RuleMetrics
  readonly failures: Failures
  readonly environment: RuleEnvironment
  /** Position of the rule in the settings. */
  readonly order: number
}

export interface RunnerOptions {
  readonly clock: Pick<Clock, 'now'>
  /** Undefined if there are no observers. */
  readonly getObserver: () => RuleObserver | undefined
  /** False if the rule was deleted or disabled, so that its remaining results are dropped. */
  readonly isWanted: (rule: LiveRule) => boolean
}

/**
 * Maximum number of runs of all rules that wait for jq. Further runs fail immediately to limit memory. A rule may use
 * at most as many as are free, so that one busy rule does not block the others.
 */
const maxWaiting = 10_000

/**
 * Creates the function that runs rules. It never throws. It is asynchronous only for rules with asynchronous functions.
 */
export function createRunner({ clock, getObserver, isWanted }: RunnerOptions) {
  let waiting = 0
  const waitingOf = new Map<string, number>()
  const workQueue = createWorkQueue()

  /** @returns the result of the SQL, for tests */
  function run(
    rule: LiveRule,
    event: Columns,
    details: EventDetails,
    renderOnly = false,
  ): RuleResult | Promise<RuleResult> {
    const { definition, compiled, metrics, environment } = rule
    const trace: RunTrace = { ruleId: definition.id, triggeredAt: clock.now(), clientId: details.clientId }
    metrics.counts.matched += 1
    metrics.rate.count()
    const columns = withMetadata(event, definition.id)
    const observer = getObserver()
    observer?.({ event: 'rule_activated', trace, input: toMap(columns) })
    const ofThisRule = () => waitingOf.get(definition.id) ?? 0
    if (
      (compiled.isAsync && ofThisRule() >= maxWaiting - waiting) ||
      (compiled.statement.kind === 'foreach' && workQueue.isFull())
    )
      return finish({ kind: 'failed', clause: 'SELECT', error: new Error('too many runs are waiting') })
    const result = compiled.run(columns, environment)
    if (!(result instanceof Promise)) return finish(result)
    countWaiting(1)
    return result.then(finish).finally(() => countWaiting(-1))

    function countWaiting(change: 1 | -1): void {
      waiting += change
      waitingOf.set(definition.id, ofThisRule() + change)
      if (ofThisRule() === 0) waitingOf.delete(definition.id)
    }

    function finish(result: RuleResult): RuleResult {
      if (result.kind === 'failed')
        rule.failures.add(result.error.message, { target: result.clause, sample: () => toSample(toMap(columns)) })
      settle(rule, result, details, trace, renderOnly)
      return result
    }
  }

  function settle(
    rule: LiveRule,
    result: RuleResult,
    details: EventDetails,
    trace: RunTrace,
    renderOnly: boolean,
  ): void {
    const { counts } = rule.metrics
    if (result.kind === 'failed') {
      counts.failed += 1
      counts['failed.exception'] += 1
      getObserver()?.({ event: `${result.clause}_clause_exception`, trace, reason: result.error.message })
      return
    }
    if (result.kind === 'no_match' || result.outputs.length === 0) {
      counts.failed += 1
      counts['failed.no_result'] += 1
      getObserver()?.({ event: 'SQL_yielded_no_result', trace })
      return
    }
    counts.passed += 1
    getObserver()?.({ event: 'SQL_yielded_result', trace, result: result.outputs })
    workQueue.forEach(rule.definition.id, result.outputs, {
      take: (chosen) => act(rule, chosen, details, trace, renderOnly),
      isWanted: () => isWanted(rule),
    })
  }

  function act(
    { actions, targets, failures, metrics: { counts } }: LiveRule,
    chosen: ValueMap,
    { message }: EventDetails,
    trace: RunTrace,
    renderOnly: boolean,
  ): void {
    const userProperties = message?.properties.userProperties
    const chain = message?.from.rules ?? []
    for (const [index, action] of actions.entries()) {
      if (renderOnly) {
        action(chosen, { trace, userProperties, chain, renderOnly, done: () => {} })
        continue
      }
      counts['actions.total'] += 1
      const target = targets[index]
      const sample = failures.needsSample(target) ? toSample(chosen) : undefined
      const done = (outcome: ActionOutcome) => {
        count(counts, outcome)
        if (outcome.result === 'success') return
        failures.add(outcome.reason, { target, sample: sample === undefined ? undefined : () => sample })
      }
      action(chosen, { trace, userProperties, chain, renderOnly, done })
    }
  }

  return run
}

function count(counts: RuleMetrics['counts'], { result }: ActionOutcome): void {
  if (result === 'success') counts['actions.success'] += 1
  else if (result === 'discarded') counts['actions.discarded'] += 1
  else {
    counts['actions.failed'] += 1
    counts[result === 'out_of_service' ? 'actions.failed.out_of_service' : 'actions.failed.unknown'] += 1
  }
}

/** Adds the ID of the rule. All other columns and the decoded payload are shared by the rules of an event. */
function withMetadata({ names, get, decodedPayload }: Columns, ruleId: string): Columns {
  return {
    names: [...names, 'metadata'],
    get: (name) => (name === 'metadata' ? { rule_id: ruleId } : get(name)),
    decodedPayload,
  }
}

const toMap = ({ names, get }: Columns): ValueMap => Object.fromEntries(names.map((name) => [name, get(name)]))
