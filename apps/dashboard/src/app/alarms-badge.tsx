import { useData } from '../api/index.ts'
import { alarmCountQuery } from '../features/alarms/queries.ts'
import { useMessages } from '../i18n/index.ts'
import { Badge } from './badge.tsx'
import { shellMessages } from './messages.ts'

/** Number of active alarms, from the same request as that of the notification button. */
export function AlarmsBadge() {
  const { activeAlarms } = useMessages(shellMessages)
  const count = useData(alarmCountQuery, undefined).data?.count ?? 0
  return <Badge count={count} label={activeAlarms(count)} />
}
