import type { RuleStep } from '@mqdeck/contract'
import { isRecord } from '../../../lib/json/json-path.ts'

/** Results, worst first. */
const verdicts = ['failed', 'pending', 'noResult', 'done'] as const
export type Verdict = (typeof verdicts)[number]

/** The steps of the rule itself (without `target`) or of one of its actions. */
export interface Part {
  readonly target: string | undefined
  readonly verdict: Verdict
  readonly steps: readonly RuleStep[]
}

/** A run of the rule for a message or an event. */
export interface Run {
  readonly id: number
  /** Milliseconds since the epoch, by the clock of the broker. */
  readonly at: number
  /** The topic of the message or the name of the event. */
  readonly cause: string | undefined
  readonly clientid: string | undefined
  readonly verdict: Verdict
  /** The rule first, then its actions in the order of their first steps. */
  readonly parts: readonly Part[]
}

/** Groups steps by run, newest first. */
export function groupRuns(steps: readonly RuleStep[]): readonly Run[] {
  return [...grouped(steps, ({ run }) => run)].map(([id, own]) => toRun(id, own)).reverse()
}

function toRun(id: number, steps: readonly RuleStep[]): Run {
  const parts = [...grouped(steps, ({ target }) => target)]
    .map(([target, own]): Part => ({ target, verdict: verdictOf(target, own), steps: own }))
    .sort((a, b) => Number(a.target !== undefined) - Number(b.target !== undefined))
  return {
    id,
    at: steps[0]?.triggered_at ?? 0,
    cause: causeOf(steps.find(({ event }) => event === 'rule_activated')?.data),
    clientid: steps.find(({ clientid }) => clientid !== undefined)?.clientid,
    verdict: verdicts.find((one) => parts.some(({ verdict }) => verdict === one)) ?? 'done',
    parts,
  }
}

const failures: ReadonlySet<string> = new Set([
  'action_failed',
  'out_of_service',
  'request_expired',
  'recursive_republish_detected',
  'apply_rule_failed',
])
/** Has a reason but is not a failure. */
const dryRunStop = 'action_stopped_after_template_rendering'
/** Has a reason but is not final. */
const retried = 'action_retried'

function verdictOf(target: string | undefined, steps: readonly RuleStep[]): Verdict {
  const isFailure = ({ event, reason }: RuleStep) =>
    failures.has(event) ||
    event.endsWith('_clause_exception') ||
    (reason !== undefined && event !== dryRunStop && event !== retried)
  if (steps.some(isFailure)) return 'failed'
  if (target === undefined) return steps.some(({ event }) => event === 'SQL_yielded_no_result') ? 'noResult' : 'done'
  return steps.some(({ event }) => event === 'action_success' || event === dryRunStop) ? 'done' : 'pending'
}

function causeOf(data: string | undefined): string | undefined {
  try {
    const input: unknown = JSON.parse(data ?? '')
    if (!isRecord(input)) return undefined
    if (input.event === 'message.publish' && typeof input.topic === 'string') return input.topic
    return typeof input.event === 'string' ? input.event : undefined
  } catch {
    // Long data is truncated and cannot be parsed.
    return undefined
  }
}

function grouped<Key>(steps: readonly RuleStep[], keyOf: (step: RuleStep) => Key): Map<Key, readonly RuleStep[]> {
  const groups = new Map<Key, readonly RuleStep[]>()
  for (const step of steps) groups.set(keyOf(step), [...(groups.get(keyOf(step)) ?? []), step])
  return groups
}
