import { useEffect } from 'react'
import { useConnection, useData } from '../../data/index.ts'
import { alarmCountQuery } from './queries.ts'

/** The bell asks less often than a page with the list: where that knows better, the bell asks again. */
export function useSameCount(listed: number | undefined): void {
  const { queries } = useConnection()
  const counted = useData(alarmCountQuery, undefined).data?.count
  useEffect(() => {
    if (listed === undefined || listed === counted) return
    void queries.invalidateQueries({ queryKey: [alarmCountQuery.name] })
  }, [listed, counted, queries])
}
