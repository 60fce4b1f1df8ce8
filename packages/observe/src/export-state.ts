import type { ExportState } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'

/** Tracks the state of an exporter to another system. */
export interface ExportStateTracker {
  /** Starts a new run. Resets the state except for the drop count, and ignores reports of earlier runs. */
  begin(): ExportRun
  end(): void
  state(): ExportState
}

/** Receives the results of one run of an exporter. */
export interface ExportRun {
  onSuccess(): void
  onFailure(reason: string): void
  /** Items were dropped because the queue was full. */
  onDrop(count: number): void
}

export interface ExportStateTrackerOptions {
  readonly clock: Clock
  readonly log: Log
  /** Names of the logged events. */
  readonly events: { readonly failed: string; readonly recovered: string; readonly dropped: string }
  /** Further fields of the logged events. */
  readonly logFields: () => Readonly<Record<string, unknown>>
}

/** Logs state changes: the first failure, the first drop and the recovery. */
export function createExportStateTracker({
  clock,
  log,
  events,
  logFields,
}: ExportStateTrackerOptions): ExportStateTracker {
  let run: object | undefined
  let reason: string | undefined
  let succeededAt: number | undefined
  let failedAt: number | undefined
  let dropped = 0
  /** Drop count at the last success. */
  let droppedBefore = 0

  return {
    begin() {
      reason = undefined
      succeededAt = undefined
      failedAt = undefined
      droppedBefore = dropped
      const newRun: ExportRun = {
        onSuccess() {
          if (run !== newRun) return
          const droppedSince = dropped - droppedBefore
          if (reason !== undefined || droppedSince > 0)
            log.info({ ...logFields(), ...(droppedSince > 0 && { dropped: droppedSince }) }, events.recovered)
          reason = undefined
          droppedBefore = dropped
          succeededAt = clock.now()
        },
        onFailure(newReason) {
          if (run !== newRun) return
          if (reason === undefined) log.error({ ...logFields(), reason: newReason }, events.failed)
          reason = newReason
          failedAt = clock.now()
        },
        onDrop(count) {
          if (run === newRun && dropped === droppedBefore) log.warn(logFields(), events.dropped)
          dropped += count
        },
      }
      run = newRun
      return newRun
    },
    end() {
      run = undefined
    },
    state: () => ({
      state: run ? stateOf(reason, succeededAt) : 'off',
      ...(reason !== undefined && { reason }),
      ...(succeededAt !== undefined && { succeeded_at: succeededAt }),
      ...(failedAt !== undefined && { failed_at: failedAt }),
      dropped,
    }),
  }
}

function stateOf(reason: string | undefined, succeededAt: number | undefined): ExportState['state'] {
  if (reason !== undefined) return 'failing'
  return succeededAt === undefined ? 'waiting' : 'exporting'
}
