import { type Alarm, ApiError, clearAlarms, deactivateAlarm, listAlarms } from '@mqdeck/contract'
import { defineChange, defineQuery, fetchAll, orIfMissing } from '../../data/index.ts'

export interface AlarmsArgs {
  /** False: those that are over. */
  readonly activated: boolean
}

/** All of them, because the broker sorts and filters nothing; undefined inside where it knows no alarms. */
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

/** For the bell: how many alarms last; undefined inside where the broker knows no alarms. */
export const alarmCountQuery = defineQuery<undefined, { readonly count: number | undefined }>({
  name: 'alarm-count',
  load: async (call, _args, signal) => {
    const ask = (query: { readonly page: number; readonly limit: number }) =>
      call(listAlarms, { query: { ...query, activated: true }, signal })
    const counted = ask({ page: 1, limit: 1 }).then(async ({ meta }) => meta.count ?? (await fetchAll(ask)).length)
    return { count: await orIfMissing(counted, undefined) }
  },
  poll: 30_000,
})

const lists = [alarmsQuery, alarmCountQuery]

/** Of all nodes. */
export const clearHistory = defineChange<undefined, undefined>({
  apply: (call) => call(clearAlarms),
  invalidates: lists,
})

/** Whoever was faster has done the same: an alarm that is over already is no failure. */
export const endAlarm = defineChange<string, undefined>({
  apply: async (call, name) => {
    try {
      return await call(deactivateAlarm, { body: { name } })
    } catch (error) {
      if (isOver(error)) return undefined
      throw error
    }
  },
  invalidates: lists,
})

/** 400 on this path says nothing but that. */
const isOver = (error: unknown) => error instanceof ApiError && error.code === 'NOT_FOUND'
