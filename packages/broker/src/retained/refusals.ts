import type { Clock, Log } from '@mqdeck/kit'

/** Tells the log why messages were not retained: the first of each reason, and how many after a while. */
export interface Refusals {
  report(reason: string, topic: string): void
}

const silence = 60_000

export function createRefusals(clock: Clock, log: Log): Refusals {
  const known = new Map<string, { saidAt: number; more: number }>()
  return {
    report(reason, topic) {
      const before = known.get(reason)
      if (before && clock.now() - before.saidAt < silence) {
        before.more += 1
        return
      }
      log.warn({ reason, topic, others: before?.more ?? 0 }, 'a message was delivered but not retained')
      known.set(reason, { saidAt: clock.now(), more: 0 })
    },
  }
}
