import type { Log } from '@mqdeck/kit'

/** The alarm that an unexpected error raises. */
export const unexpectedErrorAlarm = 'unexpected_error'

interface SurviveOptions {
  readonly log: Log
  /** Raises the alarm; nothing while the server starts or in front of a cluster. */
  readonly alarm: (message: string) => void
  /** False while the server starts: a start that fails must end. */
  readonly isRunning: () => boolean
  /** Ends the process. */
  readonly end: () => void
  /** Milliseconds. */
  readonly now: () => number
}

/** More unexpected errors than this within `errorPeriod` are not an accident: something is broken and stays so. */
const mostErrors = 20
/** Milliseconds. */
const errorPeriod = 60_000

/**
 * What to do with an error that nobody handled. One request or one connection that went wrong must not disconnect all clients: the process logs
 * it, raises an alarm and keeps serving. It ends where serving would do damage: when the store is damaged, when memory is exhausted, when errors
 * do not stop, and before the start is complete.
 */
export function createErrorSurvival({ log, alarm, isRunning, end, now }: SurviveOptions): (error: unknown) => void {
  let recent: number[] = []
  return (error) => {
    log.error({ error }, 'uncaught_exception')
    recent = [...recent.filter((at) => now() - at < errorPeriod), now()]
    if (!isRunning() || isFatal(error) || recent.length > mostErrors) return end()
    alarm(error instanceof Error ? error.message : String(error))
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
