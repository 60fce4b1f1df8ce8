import { Transform } from 'node:stream'
import { diskFull, type FreeSpace, reserve } from '../../../store/disk-guard.ts'
import { tooLarge } from './archive-error.ts'

/** A stream that forwards bytes. It fails before the disk is full, and after more than `limit` bytes. */
export type Meter = (limit?: number) => Transform

/** Bytes between two checks of the free space. Much less than the reserve. */
const askEvery = 8 * 1024 * 1024

export function createMeter(folder: string, free: FreeSpace): Meter {
  return (limit = Number.POSITIVE_INFINITY) => {
    let total = 0
    let asked = Number.NEGATIVE_INFINITY
    return new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        total += chunk.length
        if (total > limit) return done(tooLarge('the file', limit))
        if (total - asked >= askEvery) {
          asked = total
          if (free(folder) < reserve) return done(diskFull())
        }
        done(null, chunk)
      },
    })
  }
}
