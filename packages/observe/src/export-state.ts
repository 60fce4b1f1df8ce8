import type { ExportState } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'

/** How what is sent to another system fares there. */
export interface ExportWatch {
  /** It begins anew: what was before is forgotten, but for what was dropped, and tells nothing any more. */
  begin(): ExportRun
  end(): void
  state(): ExportState
}

/** Where an exporter tells how it fares. */
export interface ExportRun {
  succeeded(): void
  failed(reason: string): void
  /** Something could not be kept until the other side takes it again. */
  dropped(count: number): void
}

export interface ExportWatchOptions {
  readonly clock: Clock
  readonly log: Log
  /** Names of the events that are logged. */
  readonly events: { readonly failed: string; readonly recovered: string; readonly dropped: string }
  /** What the events tell besides. */
  readonly about: () => Readonly<Record<string, unknown>>
}

/** What changes is logged: the first failure, the first that is dropped, and the end of it. */
export function createExportWatch({ clock, log, events, about }: ExportWatchOptions): ExportWatch {
  let run: object | undefined
  let reason: string | undefined
  let succeededAt: number | undefined
  let failedAt: number | undefined
  let dropped = 0
  /** At the last success. */
  let droppedBefore = 0

  return {
    begin() {
      reason = undefined
      succeededAt = undefined
      failedAt = undefined
      droppedBefore = dropped
      const own: ExportRun = {
        succeeded() {
          if (run !== own) return
          const lost = dropped - droppedBefore
          if (reason !== undefined || lost > 0)
            log.info({ ...about(), ...(lost > 0 && { dropped: lost }) }, events.recovered)
          reason = undefined
          droppedBefore = dropped
          succeededAt = clock.now()
        },
        failed(why) {
          if (run !== own) return
          if (reason === undefined) log.error({ ...about(), reason: why }, events.failed)
          reason = why
          failedAt = clock.now()
        },
        dropped(count) {
          if (run === own && dropped === droppedBefore) log.warn(about(), events.dropped)
          dropped += count
        },
      }
      run = own
      return own
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
