import { type Alarm, AppError, noContent, ok } from '@mqdeck/contract'
import { createCongestionAlarms, createQueueMemoryAlarm, createSystemMonitor } from '@mqdeck/observe'
import type { BrokerContext } from '../broker-context.ts'
import { type HandlersOf, rootEndpoints, toPage, toRfc3339 } from '../management.ts'
import { defineModule } from '../resource-module.ts'

function alarmHandlers({
  alarms,
  clock,
  configuration,
  nodes,
}: BrokerContext): HandlersOf<'alarms'> & HandlersOf<'alarmSettings'> {
  const alarmSettings = rootEndpoints(configuration, 'alarm', '/configs/alarm')
  const sysmon = rootEndpoints(configuration, 'sysmon', '/configs/sysmon')
  const toRow = (one: ReturnType<typeof alarms.active | typeof alarms.history>[number]): Alarm => {
    const end = 'deactivatedAt' in one ? one.deactivatedAt : undefined
    return {
      node: nodes.own,
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
    getAlarmConfig: alarmSettings.get,
    updateAlarmConfig: alarmSettings.update,
    getSysmonConfig: sysmon.get,
    updateSysmonConfig: sysmon.update,
  }
}

/** Alarms about the broker and its machine. */
export const alarmsModule = defineModule({
  name: 'alarms',
  create(context) {
    const { alarms, broker, clock, configuration } = context
    const systemMonitor = createSystemMonitor({ settings: configuration.plain('sysmon'), alarms, clock })
    const parts = [
      alarms,
      createCongestionAlarms({ alarms, hooks: broker.hooks, clock }),
      createQueueMemoryAlarm({ alarms, held: broker.held, clock }),
      systemMonitor,
    ]
    return {
      handlers: alarmHandlers(context),
      roots: {
        alarm: { apply: (next) => alarms.update(next) },
        sysmon: { apply: (next) => systemMonitor.update(next) },
      },
      start() {
        for (const part of parts) part.start()
      },
      async stop() {
        for (const part of parts.toReversed()) await part.stop()
      },
    }
  },
})
