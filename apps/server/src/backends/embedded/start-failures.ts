import { ListenerError } from '@mqdeck/broker'
import { messageOf } from '@mqdeck/contract'
import type { Log } from '@mqdeck/kit'
import type { AlarmPort } from '@mqdeck/observe'
import { LogSettingsError } from '../../log/log-settings.ts'

/** A configured part that cannot start: `listener:tcp:default`, `log.file.default`, `dashboard.listeners.https`. */
export interface StartFailure {
  readonly part: string
  readonly reason: string
}

/** Configured parts that are not running. Each has an alarm with its name until it starts or is removed. */
export interface StartFailures {
  readonly list: () => readonly StartFailure[]
  readonly add: (part: string, error: unknown) => void
  /** These parts are running or were removed. */
  readonly resolve: (isResolved: (part: string) => boolean) => void
}

export function createStartFailures(alarms: AlarmPort, log: Log): StartFailures {
  const failures = new Map<string, StartFailure>()
  return {
    list: () => [...failures.values()],
    add(part, error) {
      const reason = reasonOf(error)
      failures.set(part, { part, reason })
      log.error({ part, reason }, 'configured_part_not_started')
      alarms.activate(part, { reason: 'start_failed', part, error: reason }, `${part} could not start: ${reason}`)
    },
    resolve(isResolved) {
      for (const part of failures.keys()) {
        if (!isResolved(part)) continue
        failures.delete(part)
        alarms.deactivate(part)
      }
    },
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ListenerError) return `${error.path}: ${error.reason}`
  if (error instanceof LogSettingsError) return error.reason
  return messageOf(error)
}
