import type { Clock } from '@mqdeck/kit'

/** Remembers ended sessions for a limited time (`broker.session_history_retain`). */
export interface SessionHistory {
  /** Sets the time in milliseconds; 0 disables the history. */
  retain(ms: number): void
  add(clientId: string): void
  /** A session with this client ID was created again. */
  remove(clientId: string): void
  /** Number of sessions that ended at or after this time (milliseconds since the epoch) and do not exist again. */
  count(since: number): number
}

/** The oldest are removed first, so that many client IDs cannot fill the memory. */
const maxRemembered = 1_000_000

export function createSessionHistory(clock: Clock): SessionHistory {
  let retention = 0
  /** End time by client ID, oldest first. */
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
    add(clientId) {
      if (retention === 0) return
      endedAt.delete(clientId)
      endedAt.set(clientId, clock.now())
      removeOld()
    },
    remove: (clientId) => endedAt.delete(clientId),
    count(since) {
      removeOld()
      let count = 0
      for (const at of endedAt.values()) if (at >= since) count += 1
      return count
    },
  }
}
