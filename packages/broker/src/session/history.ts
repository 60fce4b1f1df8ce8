import type { Clock } from '@mqdeck/kit'

/** Remembers for a while which sessions have ended (`broker.session_history_retain`). */
export interface SessionHistory {
  /** Milliseconds; 0 remembers nothing. */
  retain(ms: number): void
  sessionEnded(clientId: string): void
  /** It is there again. */
  sessionStarted(clientId: string): void
  /** Those that ended at this time or later, milliseconds since the epoch, and are not there again. */
  count(since: number): number
}

/** The oldest make room: a flood of client IDs must not fill the memory. */
const maxRemembered = 1_000_000

export function createSessionHistory(clock: Clock): SessionHistory {
  let retention = 0
  /** When each ended, the oldest first. */
  const endedAt = new Map<string, number>()

  const removeOld = () => {
    const oldest = clock.now() - retention
    for (const [clientId, at] of endedAt) {
      if (at > oldest && endedAt.size <= maxRemembered) return
      endedAt.delete(clientId)
    }
  }

  return {
    retain(ms) {
      retention = ms
      removeOld()
    },
    sessionEnded(clientId) {
      if (retention === 0) return
      endedAt.delete(clientId)
      endedAt.set(clientId, clock.now())
      removeOld()
    },
    sessionStarted: (clientId) => endedAt.delete(clientId),
    count(since) {
      removeOld()
      let count = 0
      for (const at of endedAt.values()) if (at >= since) count += 1
      return count
    },
  }
}
