import { type Alarm, AppError, noContent, ok } from '@mqdeck/contract'
import { authorOf, type HandlersOf, toPage, toRfc3339 } from '../management.ts'
import type { Services } from '../services.ts'

export function alarmHandlers({
  alarms,
  broker,
  clock,
  configuration,
}: Services): HandlersOf<'alarms'> & HandlersOf<'alarmSettings'> {
  const toRow = (one: ReturnType<typeof alarms.active | typeof alarms.history>[number]): Alarm => {
    const end = 'deactivatedAt' in one ? one.deactivatedAt : undefined
    return {
      node: broker.node,
      name: one.name,
      message: one.message,
      details: { ...one.details },
      duration: Math.max((end ?? clock.now()) - one.activatedAt, 0),
      activate_at: toRfc3339(one.activatedAt),
      ...(end !== undefined && { deactivate_at: toRfc3339(end) }),
    }
  }
  return {
    listAlarms: async ({ query: { activated = true, ...query } }) => {
      const rows = activated ? alarms.active() : alarms.history()
      return ok(await toPage(rows, query, { total: rows.length, toRow }))
    },
    clearAlarms: async () => {
      await alarms.clearHistory()
      return noContent
    },
    deactivateAlarm: ({ body: { name } }) => {
      if (!alarms.deactivate(name)) throw new AppError('NOT_FOUND', `Alarm ${name} is not active`, { status: 400 })
      return noContent
    },
    getAlarmConfig: () => ok(configuration.shown('alarm')),
    updateAlarmConfig: async ({ body }, call) => {
      await configuration.update({ alarm: body }, authorOf(call, 'PUT /configs/alarm'))
      return ok(configuration.shown('alarm'))
    },
    getSysmonConfig: () => ok(configuration.shown('sysmon')),
    updateSysmonConfig: async ({ body }, call) => {
      await configuration.update({ sysmon: body }, authorOf(call, 'PUT /configs/sysmon'))
      return ok(configuration.shown('sysmon'))
    },
  }
}
