import type { Dated } from '../../api/index.ts'

/** Counters of a client since it connected. */
export interface Counters {
  readonly received: number
  readonly sent: number
  readonly dropped: number
}

/** Per second. */
export type Rates = Counters

/**
 * A broker may update counters only every 30 seconds. Over twice that time, the rates do not alternate between zero and
 * twice their value.
 */
export const rateSpan = 60_000

const names = ['received', 'sent', 'dropped'] as const

/** The rates between the oldest sample of the last minute and the newest one; undefined with fewer than two samples. */
export function ratesOf(samples: readonly Dated<Counters>[]): Rates | undefined {
  const newest = samples.at(-1)
  if (!newest) return undefined
  const oldest = samples.find(({ at }) => at >= newest.at - rateSpan)
  if (!oldest || oldest.at === newest.at) return undefined
  const seconds = (newest.at - oldest.at) / 1000
  const rates = { received: 0, sent: 0, dropped: 0 }
  for (const name of names) {
    const [before, after] = [oldest.data[name], newest.data[name]]
    // A new connection starts at zero.
    rates[name] = (after >= before ? after - before : after) / seconds
  }
  return rates
}
