import { statfsSync } from 'node:fs'
import { AppError } from '@mqdeck/contract'
import type { Clock, Log, Store, Table } from '@mqdeck/kit'
import type { AlarmPort } from '@mqdeck/observe'
import type { DiskWatch } from './disk-watch.ts'
import { DataFolderError } from './lock.ts'

/** Free bytes on the disk of a folder. */
export type FreeSpace = (folder: string) => number

export const freeSpace: FreeSpace = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const megabyte = 1024 * 1024
/** Bytes reserved for deletions and sign-ins, which are needed to free space. */
export const reserve = 64 * megabyte
/** Bytes without which nothing is written. With less, a commit of lmdb may fail. */
const lastReserve = megabyte
/** Milliseconds for which a measurement is valid. Less than the reserve can be written in this time. */
const checkEvery = 250
/**
 * Small tables that can only be written after authentication, or once: identities that a start creates, which must not
 * fail for them.
 */
const alwaysWritable = new Set(['dashboard_tokens', 'dashboard_browser_key', 'telemetry_identity'])

/** @throws {DataFolderError} if the disk is too full to start */
export function requireSpace(folder: string, free: FreeSpace): void {
  const left = free(folder)
  if (left >= reserve) return
  const megabytes = (bytes: number) => Math.floor(bytes / megabyte)
  throw new DataFolderError(
    `the disk is nearly full: ${megabytes(left)} MB are free for the data folder ${folder}, ${megabytes(reserve)} MB are required`,
  )
}

/**
 * A store that rejects writes before the disk is full, because lmdb does not recover from a failed write and may end
 * the process. Rejected writes fail as a whole with an AppError of status 503.
 */
export function guardDisk(store: Store, folder: string, free: FreeSpace): Store {
  let left = 0
  let checkAt = 0
  let inBatch = false
  const hasSpace = (required: number) => {
    const now = performance.now()
    if (now >= checkAt) {
      checkAt = now + checkEvery
      left = free(folder)
    }
    return left >= required
  }
  const guardTable = <V>(table: Table<V>, required: number): Table<V> => ({
    ...table,
    put: (key, value) => {
      if (hasSpace(required)) return table.put(key, value)
      if (inBatch) throw diskFull() // which rejects the whole transaction
      return Promise.reject(diskFull())
    },
  })
  return {
    ...store,
    table: (name, options) => {
      const table = store.table<never>(name, options)
      return guardTable(table, alwaysWritable.has(name) ? lastReserve : reserve)
    },
    batch: (write) =>
      store.batch(() => {
        const outer = inBatch
        inBatch = true
        try {
          write()
        } finally {
          inBatch = outer
        }
      }),
  }
}

/**
 * Raises the alarm `disk_full` while the guard rejects writes, and `disk_not_responding` while writes get no answer. Logs when
 * the disk gets full and when it is no longer full.
 * @returns stops watching
 */
export function watchDisk({ alarms, clock, log, free, disk }: WatchedDisk): () => void {
  let wasFull = false
  let wasStalled = false
  const checkSpace = () => {
    const left = free()
    const isFull = left < reserve
    if (isFull === wasFull) return
    wasFull = isFull
    const details = { free_bytes: left, required_bytes: reserve }
    if (isFull) {
      alarms.activate('disk_full', details, `disk nearly full: ${left} bytes are free, ${reserve} are required`)
      log.error(details, 'disk_full')
    } else {
      alarms.deactivate('disk_full')
      log.info(details, 'disk_no_longer_full')
    }
  }
  const checkAnswers = () => {
    disk.check()
    const stalled = disk.isStalled()
    if (stalled === wasStalled) return
    wasStalled = stalled
    if (stalled) alarms.activate('disk_not_responding', {}, 'the disk does not answer writes')
    else alarms.deactivate('disk_not_responding')
  }
  const check = () => {
    checkSpace()
    checkAnswers()
  }
  check()
  return clock.every(watchEvery, check)
}

interface WatchedDisk {
  readonly alarms: AlarmPort
  readonly clock: Clock
  readonly log: Log
  /** Free bytes on the disk. */
  readonly free: () => number
  readonly disk: Pick<DiskWatch, 'check' | 'isStalled'>
}

/** Milliseconds between two checks. */
const watchEvery = 1000

const diskFullMessage = 'The disk of the server is nearly full. No more data can be stored'

export const diskFull = () => new AppError('SERVICE_UNAVAILABLE', diskFullMessage, { status: 503 })

/** Whether a write was rejected because the disk is nearly full. `error` may be the text of the error. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof AppError ? error.message === diskFullMessage : error === `AppError: ${diskFullMessage}`
