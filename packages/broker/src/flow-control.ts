import type { OutgoingMessages } from './session/outgoing-messages.ts'

/**
 * Slows publishers down to what connected subscribers take, within bounds; docs/adr/0018 has the reasons.
 *
 * A session is behind when its queue or its send buffer is at least half full. A publisher that sends to such a session waits
 * until it has caught up. A session that does not catch up within `maxHoldMs` is excluded: it loses
 * messages by the rules of its queue, and publishers do not wait for it.
 */
export interface FlowControl {
  /** Whether publishers do not wait for this session, because it did not catch up before. */
  isExcluded(session: OutgoingMessages): boolean
  /** Calls `resume` when the publisher need not wait any longer; the returned function cancels the wait. */
  wait(session: OutgoingMessages, resume: () => void): () => void
  /** The session has caught up or lost its connection. */
  onCatchUp(session: OutgoingMessages): void
  /** Called periodically: excludes sessions that publishers have waited for too long. */
  check(now: number): void
}

/** Milliseconds in which a session that is behind has to catch up. */
export const maxHoldMs = 1000
/** Milliseconds for which a session stays excluded; longer if its queue is not empty by then. */
export const exclusionMs = 10_000

interface Hold {
  readonly since: number
  readonly waiting: Set<() => void>
}

interface Exclusion {
  readonly until: number
  isEmptied: boolean
}

export function createFlowControl(now: () => number): FlowControl {
  const holds = new Map<OutgoingMessages, Hold>()
  const exclusions = new WeakMap<OutgoingMessages, Exclusion>()

  const release = (session: OutgoingMessages) => {
    const hold = holds.get(session)
    if (!hold) return
    holds.delete(session)
    session.isAwaited = false
    for (const resume of hold.waiting) resume()
  }

  const isExcluded = (session: OutgoingMessages) => {
    const exclusion = exclusions.get(session)
    if (!exclusion) return false
    if (!exclusion.isEmptied || now() < exclusion.until) return true
    exclusions.delete(session)
    return false
  }

  return {
    isExcluded,
    wait: (session, resume) => {
      const hold = holds.get(session) ?? { since: now(), waiting: new Set() }
      holds.set(session, hold)
      session.isAwaited = true
      hold.waiting.add(resume)
      return () => hold.waiting.delete(resume)
    },
    onCatchUp: (session) => {
      const exclusion = exclusions.get(session)
      if (exclusion && session.mqueue.length === 0) exclusion.isEmptied = true
      release(session)
    },
    check: (at) => {
      for (const [session, { since }] of holds) {
        if (at - since < maxHoldMs) continue
        exclusions.set(session, { until: at + exclusionMs, isEmptied: false })
        release(session)
        session.isAwaited = true
      }
    },
  }
}
