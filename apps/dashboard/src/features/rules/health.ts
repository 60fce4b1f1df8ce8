import type { RuleMetrics } from '@mqdeck/contract'

/**
 * `idle`: nothing triggered the rule. `failing`: the SQL or the actions fail; `share` of their runs is from 0 to 1.
 * Messages that WHERE filters out do not count as failures.
 */
export type RuleHealth =
  | { readonly state: 'ok' | 'idle' | 'disabled' }
  | { readonly state: 'failing'; readonly what: 'sql' | 'actions'; readonly share: number }

/** The counters that the health depends on. */
export type HealthCounters = Pick<
  RuleMetrics,
  'matched' | 'failed.exception' | 'actions.success' | 'actions.failed' | 'actions.discarded'
>

/** A rule with a lower share of errors is not shown as failing. */
const failingShare = 0.01

/**
 * @param previous earlier counters, to judge only what happened since then
 */
export function ruleHealth(metrics: HealthCounters, previous?: HealthCounters, isEnabled = true): RuleHealth {
  if (!isEnabled) return { state: 'disabled' }
  // Lower counters than before mean that they were reset meanwhile.
  const before = previous && previous.matched <= metrics.matched ? previous : undefined
  const count = (counter: keyof HealthCounters) => Math.max(0, metrics[counter] - (before?.[counter] ?? 0))
  const matched = count('matched')
  const failedActions = count('actions.failed') + count('actions.discarded')
  const sql = shareOf(count('failed.exception'), matched)
  const actions = shareOf(failedActions, failedActions + count('actions.success'))
  const share = Math.max(sql, actions)
  if (share >= failingShare) return { state: 'failing', what: sql >= actions ? 'sql' : 'actions', share }
  return { state: matched === 0 ? 'idle' : 'ok' }
}

/** The counters can change between two readings, so the share is limited. */
const shareOf = (part: number, all: number) => (part === 0 ? 0 : Math.min(1, part / Math.max(1, all)))

/** Counters at a time in milliseconds. */
export interface EarlierCounters extends HealthCounters {
  readonly at: number
}

/** Errors of the SQL and the actions per minute since earlier counters. Undefined without them, and after a reset. */
export function errorsPerMinute(now: EarlierCounters, earlier: EarlierCounters | undefined): number | undefined {
  if (!earlier || now.at <= earlier.at || earlier.matched > now.matched) return undefined
  return Math.max(0, ((errorsIn(now) - errorsIn(earlier)) / (now.at - earlier.at)) * 60_000)
}

const errorsIn = (counters: HealthCounters) =>
  counters['failed.exception'] + counters['actions.failed'] + counters['actions.discarded']
