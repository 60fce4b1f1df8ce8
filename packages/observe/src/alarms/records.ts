import type { Log, Store } from '@mqdeck/kit'
import type { Alarm, PastAlarm } from './alarm.ts'

/** An alarm and the number under which it is on disk. */
export interface AlarmRecord {
  readonly id: number
  readonly alarm: Alarm
}

/** Alarms on disk, and those that are over in memory as well. */
export interface AlarmRecords {
  add(alarm: Alarm): AlarmRecord
  /** It is over: it goes into the history. */
  end(record: AlarmRecord, over: PastAlarm): void
  /** In the order of their ends. */
  history(): readonly PastAlarm[]
  /** Keeps the `most` last ones that ended after `since`. */
  trim(most: number, since: number): void
  /** Forgets the history; resolves when that is on disk. */
  clear(): Promise<void>
  /** Resolves when everything is written. */
  settled(): Promise<void>
}

/** Reads what is there; what lasted when the process ended is over since `now`. */
export function openAlarmRecords(store: Store, now: number, log: Log): AlarmRecords {
  const table = store.table<Alarm | PastAlarm>('alarms')
  let written: Promise<unknown> = Promise.resolve()
  // An alarm must not fail because the disk does: it might be the reason for it.
  const keep = (write: Promise<void>) => {
    const noted = write.catch((error: unknown) => log.error({ error }, 'alarm_store_failed'))
    written = Promise.all([written, noted])
  }
  const stored = [...table.entries()].map(({ key, value }) => ({ id: Number(key), alarm: value }))
  let lastId = stored.at(-1)?.id ?? 0
  let over = stored
    .map(({ id, alarm }) => ({ id, alarm: 'deactivatedAt' in alarm ? alarm : { ...alarm, deactivatedAt: now } }))
    .sort((a, b) => a.alarm.deactivatedAt - b.alarm.deactivatedAt)
  for (const { id, alarm } of stored)
    if (!('deactivatedAt' in alarm)) keep(table.put(id, { ...alarm, deactivatedAt: now }))

  return {
    add(alarm) {
      lastId += 1
      keep(table.put(lastId, alarm))
      return { id: lastId, alarm }
    },
    end({ id }, alarm) {
      over.push({ id, alarm })
      keep(table.put(id, alarm))
    },
    history: () => over.map(({ alarm }) => alarm),
    trim(most, since) {
      const first = over.findIndex(({ alarm }) => alarm.deactivatedAt > since)
      const gone = over.splice(0, Math.max(first === -1 ? over.length : first, over.length - most))
      for (const { id } of gone) keep(table.remove(id))
    },
    async clear() {
      const gone = over
      over = []
      await Promise.all(gone.map(({ id }) => table.remove(id)))
    },
    settled: async () => {
      await written
    },
  }
}
