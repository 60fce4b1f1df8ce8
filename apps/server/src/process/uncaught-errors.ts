import { messageOf } from '@mqdeck/contract'
import type { Log } from '@mqdeck/kit'
import { isDamage } from '../store/damage.ts'

/** Name of the alarm for an unexpected error. */
export const unexpectedErrorAlarm = 'unexpected_error'

interface UncaughtErrorOptions {
  readonly log: Log
  /** Raises the alarm. Does nothing while the server starts, or in front of a cluster. */
  readonly alarm: (message: string) => void
  /** False while the server starts, because a failed start must end the process. */
  readonly isRunning: () => boolean
  /** Reports the error and ends the process. */
  readonly end: (error: unknown) => void
  /** Milliseconds. */
  readonly now: () => number
}

/** If there are more unexpected errors within `errorPeriod`, the cause is permanent. */
const maxErrors = 20
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
    if (!isRunning() || isFatal(error) || recent.length > maxErrors) return end(error)
    alarm(messageOf(error))
  }
}

function isFatal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isDamage(error) || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')) return true
  if (error instanceof RangeError && /allocation failed/i.test(error.message)) return true
  return isFatal(error.cause)
}
