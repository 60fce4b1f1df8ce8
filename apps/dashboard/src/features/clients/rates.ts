import type { Dated } from '../../api/index.ts'

/**
 * A broker may update counters only every 30 seconds. Over twice that time, the rates do not alternate between zero and
 * twice their value.
 */
export const rateSpan = 60_000

/** The rates per second of counters between the oldest sample of the last minute and the newest one. */
export function ratesOf<Name extends string>(
  samples: readonly Dated<Readonly<Record<Name, number>>>[],
): Readonly<Record<Name, number>> | undefined {
  const newest = samples.at(-1)
  if (!newest) return undefined
  const oldest = samples.find(({ at }) => at >= newest.at - rateSpan)
  if (!oldest || oldest.at === newest.at) return undefined
  const seconds = (newest.at - oldest.at) / 1000
  const rates = Object.entries<number>(newest.data).map(([name, after]) => {
    // Every sample has the same counters.
    const before = oldest.data[name as Name]
    // A new connection starts at zero.
    return [name, (after >= before ? after - before : after) / seconds]
  })
  return Object.fromEntries(rates) as Record<Name, number>
}
