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
  /** Implemented by `broker.publish`. */
  readonly publish: (message: NewMessage) => Promise<unknown>
  readonly log: Log
}

/** Active and past alarms. Past alarms are kept after a restart; active ones become past alarms. */
export interface Alarms extends AlarmPort {
  start(): void
  /** Resolves when all changes are on disk. */
  stop(): Promise<void>
  /** Newest first. */
  active(): readonly Alarm[]
  /** Last deactivated first. */
  history(): readonly PastAlarm[]
  /** Deletes the past alarms. Resolves when the change is on disk. */
  clearHistory(): Promise<void>
  update(settings: AlarmSettings): void
  /** Calls `listener` when an alarm is activated or deactivated. Returns a function that removes it. */
  onChange(listener: AlarmListener): () => void
}

type AlarmListener = (change: 'activated' | 'deactivated', alarm: Alarm | PastAlarm) => void

/** Milliseconds between removals of expired past alarms. */
const cleanupIntervalMs = 60_000

export function createAlarms({ node, settings, store, clock, publish, log }: AlarmsOptions): Alarms {
  const records = openAlarmRecords(store, clock.now(), log)
  const active = new Map<string, AlarmRecord>()
  let current = settings
  let stopCleanup = () => {}

  const trimHistory = () => records.trim(current.size_limit, clock.now() - current.validity_period)
  const publishChange = async (what: 'activate' | 'deactivate', alarm: Alarm | PastAlarm) => {
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
  const notify = (what: 'activate' | 'deactivate', alarm: Alarm | PastAlarm) => {
    for (const listener of listeners) listener(`${what}d`, alarm)
    const { name, message } = alarm
    if (current.actions.includes('log')) {
      if (what === 'activate') log.warn({ name, message, details: alarm.details }, 'alarm_is_activated')
      else log.warn({ name, message }, 'alarm_is_deactivated')
    }
    if (current.actions.includes('publish')) void publishChange(what, alarm)
  }

  trimHistory()
  return {
    start() {
      stopCleanup()
      stopCleanup = clock.every(cleanupIntervalMs, trimHistory)
    },
    stop() {
      stopCleanup()
      return records.settled()
    },
    activate(name, details, message) {
      if (active.has(name)) return false
      const record = records.add({ name, details, message, activatedAt: clock.now() })
      active.set(name, record)
      notify('activate', record.alarm)
      return true
    },
    deactivate(name) {
      const record = active.get(name)
      if (!record) return false
      active.delete(name)
      const pastAlarm = { ...record.alarm, deactivatedAt: clock.now() }
      records.end(record, pastAlarm)
      trimHistory()
      notify('deactivate', pastAlarm)
      return true
    },
    active: () => [...active.values()].map(({ alarm }) => alarm).reverse(),
    history() {
      trimHistory()
      return records.history().toReversed()
    },
    clearHistory: () => records.clear(),
    update(next) {
      current = next
      trimHistory()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** EMQX's field names. Times are microseconds since the epoch. */
const toPayload = (alarm: Alarm | PastAlarm) => ({
  name: alarm.name,
  details: alarm.details,
  message: alarm.message,
  activate_at: alarm.activatedAt * 1000,
  ...('deactivatedAt' in alarm
    ? { deactivate_at: alarm.deactivatedAt * 1000, activated: false }
    : { deactivate_at: 'infinity', activated: true }),
})
