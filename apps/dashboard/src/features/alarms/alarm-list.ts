import type { Alarm } from '@mqdeck/contract'
import { causeOf, objectOf, severityOf } from './alarm-severity.ts'

export const alarmColumns = ['severity', 'name', 'node', 'activate_at', 'deactivate_at', 'duration'] as const
export type AlarmColumn = (typeof alarmColumns)[number]

export interface AlarmSort {
  readonly column: AlarmColumn
  readonly order: 'asc' | 'desc'
}

/** Alarms with the same name may exist on several nodes and at different times. */
export const alarmIdOf = ({ node, name, activate_at }: Alarm): string => `${node} ${activate_at} ${name}`

/** Alarms that contain `text` in title, name, message, node or details, sorted. */
export function filterAndSortAlarms(
  alarms: readonly Alarm[],
  {
    text,
    sort,
    titleOf,
  }: { readonly text: string; readonly sort: AlarmSort; readonly titleOf: (alarm: Alarm) => string },
): readonly Alarm[] {
  const searchText = text.trim().toLowerCase()
  const matches = (alarm: Alarm) =>
    [titleOf(alarm), alarm.name, alarm.message, alarm.node, JSON.stringify(alarm.details)].some((part) =>
      part.toLowerCase().includes(searchText),
    )
  const found = searchText === '' ? [...alarms] : alarms.filter(matches)
  const sign = sort.order === 'asc' ? 1 : -1
  const causes = sort.column === 'severity' ? firstOfCauses(alarms) : undefined
  return found.sort(
    (a, b) =>
      sign * compare(a, b, sort.column, titleOf) ||
      (causes ? compareCauses(a, b, causes) : 0) ||
      Date.parse(b.activate_at) - Date.parse(a.activate_at),
  )
}

const groupOf = (alarm: Alarm) => causeOf(alarm) ?? objectOf(alarm)

/** The newest activation among the alarms with the same cause. */
function firstOfCauses(alarms: readonly Alarm[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>()
  for (const alarm of alarms) {
    const group = groupOf(alarm)
    newest.set(group, Math.max(newest.get(group) ?? 0, Date.parse(alarm.activate_at)))
  }
  return newest
}

/** Alarms with the same cause are next to each other, the cause first; the newest group is first. */
function compareCauses(a: Alarm, b: Alarm, newest: ReadonlyMap<string, number>): number {
  const [groupA, groupB] = [groupOf(a), groupOf(b)]
  return (
    (newest.get(groupB) ?? 0) - (newest.get(groupA) ?? 0) ||
    groupA.localeCompare(groupB) ||
    Number(causeOf(a) !== undefined) - Number(causeOf(b) !== undefined)
  )
}

function compare(a: Alarm, b: Alarm, column: AlarmColumn, titleOf: (alarm: Alarm) => string): number {
  switch (column) {
    case 'severity':
      return Number(severityOf(a) === 'critical') - Number(severityOf(b) === 'critical')
    case 'name':
      return titleOf(a).localeCompare(titleOf(b))
    case 'node':
      return a.node.localeCompare(b.node)
    case 'duration':
      return a.duration - b.duration
    default:
      return Date.parse(a[column] ?? '') - Date.parse(b[column] ?? '')
  }
}
