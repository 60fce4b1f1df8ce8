import { statfsSync } from 'node:fs'
import { AppError } from '@mqdeck/contract'
import type { Store, Table } from '@mqdeck/kit'
import { DataFolderError } from './data-folder-error.ts'

/** Free bytes of the disk that holds a folder. */
export type FreeSpace = (folder: string) => number

export const freeSpace: FreeSpace = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const megabyte = 1024 * 1024
/** What is left for removals and logins, without which nobody could make room. Bytes. */
export const reserve = 64 * megabyte
/** Milliseconds for which an answer of the system holds; less is written meanwhile than the reserve. */
const checkEvery = 250
/** Small, and written by nobody without a password. */
const alwaysWritable = new Set(['dashboard_tokens'])

/** @throws {DataFolderError} when the disk is too full to begin with */
export function requireSpace(folder: string, free: FreeSpace): void {
  const left = free(folder)
  if (left >= reserve) return
  const megabytes = (bytes: number) => Math.floor(bytes / megabyte)
  throw new DataFolderError(
    `the disk is nearly full: ${megabytes(left)} MB are left for the data folder ${folder}, ${megabytes(reserve)} MB are needed`,
  )
}

/**
 * A store that refuses to grow before the disk is full: lmdb does not recover from a write that the disk refused (it may
 * end the process). What is refused is refused whole, with an AppError of status 503.
 */
export function guardDisk(store: Store, folder: string, free: FreeSpace): Store {
  let isFull = false
  let checkAt = 0
  let inBatch = false
  const mayGrow = () => {
    const now = performance.now()
    if (now >= checkAt) {
      checkAt = now + checkEvery
      isFull = free(folder) < reserve
    }
    return !isFull
  }
  const guardTable = <V>(table: Table<V>): Table<V> => ({
    ...table,
    put: (key, value) => {
      if (mayGrow()) return table.put(key, value)
      if (inBatch) throw diskFull() // which refuses all of it
      return Promise.reject(diskFull())
    },
  })
  return {
    ...store,
    table: (name, options) => {
      const table = store.table<never>(name, options)
      return alwaysWritable.has(name) ? table : guardTable(table)
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

export const diskFull = () =>
  new AppError('SERVICE_UNAVAILABLE', "The server's disk is nearly full; nothing more can be kept", { status: 503 })
