import type { messages } from './messages.ts'

export type State = 'ok' | 'attention' | 'danger' | 'unknown'

type Texts = (typeof messages)['en']
export type CheckName = keyof Texts['checks']
export type Why = keyof Texts['whys']

/** One thing that was looked at. */
export interface Finding {
  readonly check: CheckName
  readonly state: State
  readonly why: Why
  /** Whom or what it is about. */
  readonly names: readonly string[]
  /** The page that mends it. */
  readonly to: string
}

/** Says what is wrong, if anything is, in the first of the cases that holds. */
export function conclude(
  check: CheckName,
  to: string,
  cases: readonly (readonly [isSo: boolean, state: State, why: Why, names?: readonly string[]])[],
): Finding {
  const [, state, why, names = []] = cases.find(([isSo]) => isSo) ?? [true, 'ok', 'fine']
  return { check, state, why, names, to }
}
