import { messageOf } from '@mqdeck/contract'
import type { Log } from '@mqdeck/kit'

/** Name of the alarm for an unexpected error. */
export const unexpectedErrorAlarm = 'unexpected_error'

interface UncaughtErrorOptions {
  readonly log: Log
  /** Raises the alarm. Does nothing while the server starts, or in front of a cluster. */
  readonly alarm: (message: string) => void
  /** False while the server starts, because a failed start must end the process. */
  readonly isRunning: () => boolean
  /** Ends the process. */
  readonly end: () => void
  /** Milliseconds. */
  readonly now: () => number
}

/** If there are more unexpected errors within `errorPeriod`, the cause is permanent. */
const mostErrors = 20
/** Milliseconds. */
const errorPeriod = 60_000

/**
 * Handles unhandled errors. A failed request or connection must not disconnect all clients, so the error is logged, an
 * alarm is raised, and the server continues. The process ends if continuing would do damage: if the store is damaged,
 * memory is exhausted, errors do not stop, or the start is not complete.
 */
export function createUncaughtErrorHandler({
  log,
  alarm,
  isRunning,
  end,
  now,
}: UncaughtErrorOptions): (error: unknown) => void {
  let recent: number[] = []
  return (error) => {
    log.error({ error }, 'uncaught_exception')
    recent = [...recent.filter((at) => now() - at < errorPeriod), now()]
    if (!isRunning() || isFatal(error) || recent.length > mostErrors) return end()
    alarm(messageOf(error))
  }
}

/** LMDB's codes for a file that is damaged: page not found, corrupted, panic, version mismatch, invalid. */
const damageCodes = new Set<unknown>([-30797, -30796, -30795, -30794, -30793])

function isFatal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && (damageCodes.has(error.code) || error.code === 'ERR_WORKER_OUT_OF_MEMORY')) return true
  if (/^MDB_(CORRUPTED|PANIC|PAGE_NOTFOUND|INVALID|VERSION_MISMATCH)\b/.test(error.message)) return true
  if (error instanceof RangeError && /allocation failed/i.test(error.message)) return true
  return isFatal(error.cause)
}
