import type { Target } from '../../../ui/index.ts'

/** `loss`: messages are lost now. `critical`: a part of the broker does not work. */
type Severity = 'loss' | 'critical' | 'warning'

const severities: readonly Severity[] = ['loss', 'critical', 'warning']

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
  /** Muted alarms are not listed. */
  readonly isMuted?: boolean
}

/** State of one check. `missing`: the broker does not have this part of the API. */
export interface Check {
  readonly state: 'loading' | 'done' | 'failed' | 'missing'
  readonly findings: readonly Finding[]
}

/**
 * All findings, most severe first and the oldest of them first. An alarm is left out if its object or its cause is a
 * finding already, which then has the time of the alarm, and its facts unless it has some.
 */
export function mergeFindings(findings: readonly Finding[], alarms: readonly AlarmFinding[]): readonly Finding[] {
  const alarmOf = new Map(alarms.map((alarm) => [alarm.id, alarm]))
  const ids = new Set(findings.map(({ id }) => id))
  const others = alarms.filter(
    ({ id, cause, isMuted }) => !isMuted && !ids.has(id) && (cause === undefined || !ids.has(cause)),
  )
  const completed = findings.map((one) => {
    const alarm = alarmOf.get(one.id)
    if (!alarm) return one
    return { ...one, since: one.since ?? alarm.since, facts: one.facts.length > 0 ? one.facts : alarm.facts }
  })
  return [...completed, ...others].toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (a.since ?? Number.MAX_VALUE) - (b.since ?? Number.MAX_VALUE),
  )
}

const rankOf = ({ severity }: Finding) => severities.indexOf(severity)
