import { type Alarm, ApiError, clearAlarms, deactivateAlarm, listAlarms } from '@mqdeck/contract'
import { useEffect } from 'react'
import { defineChange, defineQuery, fetchAll, orIfMissing, useConnection, useData } from '../../api/index.ts'
import { activeMutes, mutes } from './mute-store.ts'

export interface AlarmsArgs {
  /** False for past alarms. */
  readonly activated: boolean
}

/** All alarms, since the broker cannot sort or filter them. `alarms` is undefined for brokers without alarms. */
export const alarmsQuery = defineQuery<AlarmsArgs, { readonly alarms: readonly Alarm[] | undefined }>({
  name: 'alarms',
  load: async (call, { activated }, signal) => ({
    alarms: await orIfMissing(
      fetchAll((paging) => call(listAlarms, { query: { ...paging, activated }, signal })),
      undefined,
    ),
  }),
  poll: 'chosen',
})

/** Number of active alarms that are not muted, for the badges. `count` is undefined for brokers without alarms. */
export const alarmCountQuery = defineQuery<undefined, { readonly count: number | undefined }>({
  name: 'alarm-count',
  load: async (call, _args, signal) => {
    const load = (query: { readonly page: number; readonly limit: number }) =>
      call(listAlarms, { query: { ...query, activated: true }, signal })
    const muted = activeMutes(mutes.get())
    const count = async () => {
      const total = muted.size > 0 ? undefined : (await load({ page: 1, limit: 1 })).meta.count
      return total ?? (await fetchAll(load)).filter(({ name }) => !muted.has(name)).length
    }
    return { count: await orIfMissing(count(), undefined) }
  },
  poll: 30_000,
})

/** Refreshes the count of the notification button when a loaded list has a different number of alarms. */
export function useSyncAlarmCount(listed: number | undefined): void {
  const { queries } = useConnection()
  const counted = useData(alarmCountQuery, undefined).data?.count
  useEffect(() => {
    if (listed === undefined || listed === counted) return
    void queries.invalidateQueries({ queryKey: [alarmCountQuery.name] })
  }, [listed, counted, queries])
}

const lists = [alarmsQuery, alarmCountQuery]

/** Deletes the past alarms of all nodes. */
export const clearHistory = defineChange<undefined, undefined>({
  apply: (call) => call(clearAlarms),
  invalidates: lists,
})

/** An alarm that is no longer active counts as deactivated. */
export const deactivateAlarmChange = defineChange<string, undefined>({
  apply: async (call, name) => {
    try {
      return await call(deactivateAlarm, { body: { name } })
    } catch (error) {
      if (isNotActive(error)) return undefined
      throw error
    }
  },
  invalidates: lists,
})

/** The only meaning of this code for this endpoint. */
const isNotActive = (error: unknown) => error instanceof ApiError && error.code === 'NOT_FOUND'
