import type { messages } from './messages.ts'

export type State = 'ok' | 'attention' | 'danger' | 'unknown'

type Texts = (typeof messages)['en']
export type CheckName = keyof Texts['checks']
export type Reason = keyof Texts['reasons']
/** A reason that is a problem and has its own title. */
type Problem = keyof Texts['problems']

/** The result of one check. */
export interface Finding {
  readonly check: CheckName
  readonly state: State
  readonly reason: Reason
  /** Names of the affected users, listeners and so on. */
  readonly names: readonly string[]
  /** The page where it is fixed. Empty if no page can fix it. */
  readonly to: string
}

/** The finding of the first case whose condition is true. */
export function toFinding(
  check: CheckName,
  to: string,
  cases: readonly (readonly [condition: boolean, state: State, reason: Reason, names?: readonly string[]])[],
): Finding {
  const [, state, reason, names = []] = cases.find(([condition]) => condition) ?? [true, 'ok', 'fine']
  return { check, state, reason, names, to }
}

/** States what is: the problem, that the check passed, or, without a result, only what is checked. */
export function titleOf({ check, state, reason }: Finding, { checks, passed, problems }: Titles): string {
  if (state === 'unknown') return checks[check]
  return isProblem(reason, problems) && state !== 'ok' ? problems[reason] : passed[check]
}

type Titles = Pick<Texts, 'checks' | 'passed' | 'problems'>

const isProblem = (reason: Reason, problems: Texts['problems']): reason is Problem => reason in problems
