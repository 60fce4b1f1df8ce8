import type { Log, Store } from '@mqdeck/kit'
import type { Alarm, PastAlarm } from './alarm.ts'

/** An alarm with its key on disk. */
export interface AlarmRecord {
  readonly id: number
  readonly alarm: Alarm
}

/** Alarms on disk. Past alarms are also kept in memory. */
export interface AlarmRecords {
  add(alarm: Alarm): AlarmRecord
  /** Moves an alarm to the history. */
  end(record: AlarmRecord, pastAlarm: PastAlarm): void
  /** In the order of deactivation. */
  history(): readonly PastAlarm[]
  /** Keeps the last `limit` past alarms that were deactivated after `since`. */
  trim(limit: number, since: number): void
  /** Deletes the history. Resolves when the change is on disk. */
  clear(): Promise<void>
  /** Resolves when all changes are on disk. */
  settled(): Promise<void>
}

/** Opens the stored alarms. Those that were active when the process ended are deactivated at `now`. */
export function openAlarmRecords(store: Store, now: number, log: Log): AlarmRecords {
  const table = store.table<Alarm | PastAlarm>('alarms')
  let written: Promise<unknown> = Promise.resolve()
  // A disk error must not fail an alarm, since it may be its cause.
  const track = (write: Promise<void>) => {
    const handled = write.catch((error: unknown) => log.error({ error }, 'alarm_store_failed'))
    written = Promise.all([written, handled])
  }
  const stored = [...table.entries()].map(({ key, value }) => ({ id: Number(key), alarm: value }))
  let lastId = stored.at(-1)?.id ?? 0
  let past = stored
    .map(({ id, alarm }) => ({ id, alarm: 'deactivatedAt' in alarm ? alarm : { ...alarm, deactivatedAt: now } }))
    .sort((a, b) => a.alarm.deactivatedAt - b.alarm.deactivatedAt)
  for (const { id, alarm } of stored)
    if (!('deactivatedAt' in alarm)) track(table.put(id, { ...alarm, deactivatedAt: now }))

  return {
    add(alarm) {
      lastId += 1
      track(table.put(lastId, alarm))
      return { id: lastId, alarm }
    },
    end({ id }, alarm) {
      past.push({ id, alarm })
      track(table.put(id, alarm))
    },
    history: () => past.map(({ alarm }) => alarm),
    trim(limit, since) {
      const first = past.findIndex(({ alarm }) => alarm.deactivatedAt > since)
      const removed = past.splice(0, Math.max(first === -1 ? past.length : first, past.length - limit))
      for (const { id } of removed) track(table.remove(id))
    },
    async clear() {
      const removed = past
      past = []
      await Promise.all(removed.map(({ id }) => table.remove(id)))
    },
    settled: async () => {
      await written
    },
  }
}
