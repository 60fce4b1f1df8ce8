import { ListenerError } from '@mqdeck/broker'
import type { Log } from '@mqdeck/kit'
import type { AlarmPort } from '@mqdeck/observe'
import { LogSettingsError } from '../../log/log-settings.ts'

/** A part of the stored configuration that cannot work: `listener:tcp:default`, `log.file.default`, `dashboard.listeners.https`. */
export interface StartFailure {
  readonly part: string
  readonly reason: string
}

/** Parts that are configured and do not run. Each has an alarm of its name until it works or is removed. */
export interface StartFailures {
  readonly list: () => readonly StartFailure[]
  readonly add: (part: string, error: unknown) => void
  /** These parts work, or nobody wants them any more. */
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
  return error instanceof Error ? error.message : String(error)
}
