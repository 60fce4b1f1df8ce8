import type { NewMessage } from '@mqdeck/broker'
import type { alarm, PlainValue } from '@mqdeck/contract'
import type { Clock, Log, Store } from '@mqdeck/kit'
import type { Alarm, AlarmPort, PastAlarm } from './alarm.ts'
import { type AlarmRecord, openAlarmRecords } from './records.ts'

export type AlarmSettings = PlainValue<typeof alarm>

export interface AlarmsOptions {
  readonly node: string
  readonly settings: AlarmSettings
  readonly store: Store
  readonly clock: Clock
  /** `broker.publish` fits it. */
  readonly publish: (message: NewMessage) => Promise<unknown>
  readonly log: Log
}

/** Alarms that last and those that are over. The latter survive a restart; what lasted when the process ended is over then. */
export interface Alarms extends AlarmPort {
  start(): void
  /** Resolves when everything is written. */
  stop(): Promise<void>
  /** Newest first. */
  active(): readonly Alarm[]
  /** The last one to end first. */
  history(): readonly PastAlarm[]
  /** Forgets those that are over; resolves when that is on disk. */
  clearHistory(): Promise<void>
  update(settings: AlarmSettings): void
  /** Hears of each that begins (`activated`) or is over; the answer ends it. */
  onChange(listener: AlarmListener): () => void
}

type AlarmListener = (change: 'activated' | 'deactivated', alarm: Alarm | PastAlarm) => void

/** How often what has become too old leaves the history. */
const cleanupInterval = 60_000

export function createAlarms({ node, settings, store, clock, publish, log }: AlarmsOptions): Alarms {
  const records = openAlarmRecords(store, clock.now(), log)
  const active = new Map<string, AlarmRecord>()
  let current = settings
  let stopCleanup = () => {}

  const tidy = () => records.trim(current.size_limit, clock.now() - current.validity_period)
  const tell = async (what: 'activate' | 'deactivate', alarm: Alarm | PastAlarm) => {
    const payload = Buffer.from(JSON.stringify(toPayload(alarm)))
    const topic = `$SYS/brokers/${node}/alarms/${what}`
    const from = { clientId: 'emqx_alarm', username: undefined, peername: undefined, protocol: 'sys' }
    const properties = { contentType: 'application/json' }
    try {
      await publish({ topic, payload, qos: 0, retain: false, properties, from })
    } catch (error) {
      log.warn({ error, topic }, 'alarm_publish_failed')
    }
  }
  const listeners = new Set<AlarmListener>()
  const act = (what: 'activate' | 'deactivate', alarm: Alarm | PastAlarm) => {
    for (const listener of listeners) listener(`${what}d`, alarm)
    const { name, message } = alarm
    if (current.actions.includes('log')) {
      if (what === 'activate') log.warn({ name, message, details: alarm.details }, 'alarm_is_activated')
      else log.warn({ name, message }, 'alarm_is_deactivated')
    }
    if (current.actions.includes('publish')) void tell(what, alarm)
  }

  tidy()
  return {
    start() {
      stopCleanup()
      stopCleanup = clock.every(cleanupInterval, tidy)
    },
    stop() {
      stopCleanup()
      return records.settled()
    },
    activate(name, details, message) {
      if (active.has(name)) return false
      const record = records.add({ name, details, message, activatedAt: clock.now() })
      active.set(name, record)
      act('activate', record.alarm)
      return true
    },
    deactivate(name) {
      const record = active.get(name)
      if (!record) return false
      active.delete(name)
      const over = { ...record.alarm, deactivatedAt: clock.now() }
      records.end(record, over)
      tidy()
      act('deactivate', over)
      return true
    },
    active: () => [...active.values()].map(({ alarm }) => alarm).reverse(),
    history() {
      tidy()
      return records.history().toReversed()
    },
    clearHistory: () => records.clear(),
    update(next) {
      current = next
      tidy()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** EMQX's words; microseconds since the epoch. */
const toPayload = (alarm: Alarm | PastAlarm) => ({
  name: alarm.name,
  details: alarm.details,
  message: alarm.message,
  activate_at: alarm.activatedAt * 1000,
  ...('deactivatedAt' in alarm
    ? { deactivate_at: alarm.deactivatedAt * 1000, activated: false }
    : { deactivate_at: 'infinity', activated: true }),
})
