import type { Alarm } from '@mqdeck/contract'

export const alarmColumns = ['name', 'node', 'activate_at', 'deactivate_at', 'duration'] as const
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
  return found.sort(
    (a, b) => sign * compare(a, b, sort.column, titleOf) || Date.parse(b.activate_at) - Date.parse(a.activate_at),
  )
}

function compare(a: Alarm, b: Alarm, column: AlarmColumn, titleOf: (alarm: Alarm) => string): number {
  switch (column) {
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
