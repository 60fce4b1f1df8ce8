import { useData } from '../api/index.ts'
import { alarmCountQuery } from '../features/alarms/queries.ts'
import { useMessages } from '../i18n/index.ts'
import { shellMessages } from './messages.ts'

/** What needs attention, by the path of the menu entry. */
export type Badges = Readonly<Record<string, { readonly count: number; readonly label: string } | undefined>>

export function useBadges(): Badges {
  const { activeAlarms } = useMessages(shellMessages)
  const alarms = useData(alarmCountQuery, undefined).data?.count
  return {
    ...(alarms && { '/alarm/current': { count: alarms, label: activeAlarms(alarms) } }),
  }
}
