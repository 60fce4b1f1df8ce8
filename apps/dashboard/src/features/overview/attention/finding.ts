import type { Target } from '../../../ui/index.ts'

/** `critical`: messages are lost or a part of the broker does not work. */
export type Severity = 'critical' | 'warning'

/** Something that is wrong. */
export interface Finding {
  /** The affected object: `connector:pgsql:warehouse`. An alarm about the same object has the same ID. */
  readonly id: string
  readonly severity: Severity
  readonly title: string
  /** Short facts, most important first. */
  readonly facts: readonly string[]
  /** Milliseconds since the epoch. */
  readonly since?: number | undefined
  readonly target: Target
}

/** An alarm, which may only repeat another finding. */
export interface AlarmFinding extends Finding {
  /** The object that caused the alarm, if it is another one. */
  readonly cause?: string | undefined
}

/** State of one check. `missing`: the broker does not have this part of the API. */
export interface Check {
  readonly state: 'loading' | 'done' | 'failed' | 'missing'
  readonly findings: readonly Finding[]
}

/**
 * All findings, most severe first and the oldest of them first. An alarm is left out if its object or its cause is a
 * finding already, which then has the time of the alarm.
 */
export function mergeFindings(findings: readonly Finding[], alarms: readonly AlarmFinding[]): readonly Finding[] {
  const sinceOf = new Map(alarms.map(({ id, since }) => [id, since]))
  const ids = new Set(findings.map(({ id }) => id))
  const others = alarms.filter(({ id, cause }) => !ids.has(id) && (cause === undefined || !ids.has(cause)))
  return [...findings.map((one) => ({ ...one, since: one.since ?? sinceOf.get(one.id) })), ...others].toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (a.since ?? Infinity) - (b.since ?? Infinity),
  )
}

const rankOf = ({ severity }: Finding) => (severity === 'critical' ? 0 : 1)
