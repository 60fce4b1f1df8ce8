import { useEffect } from 'react'
import { useConnection, useData } from '../../api/index.ts'
import { alarmCountQuery } from './queries.ts'

/** Refreshes the count of the notification button when a loaded list has a different number of alarms. */
export function useSyncAlarmCount(listed: number | undefined): void {
  const { queries } = useConnection()
  const counted = useData(alarmCountQuery, undefined).data?.count
  useEffect(() => {
    if (listed === undefined || listed === counted) return
    void queries.invalidateQueries({ queryKey: [alarmCountQuery.name] })
  }, [listed, counted, queries])
}
