import type { Clock } from './clock.ts'

/** Events per second, as EMQX shows them for rules, resources and authenticators. */
export interface Rates {
  /** Over the last complete five seconds. */
  readonly rate: number
  /** Over the last five minutes, or since the first event if that is more recent. */
  readonly rate_last5m: number
  /** The highest rate of any five seconds so far. */
  readonly rate_max: number
}

export interface RateMeter {
  readonly count: (events?: number) => void
  readonly read: () => Rates
  /** The rate of each five seconds of the last minute, oldest first; fewer shortly after the start. */
  readonly lastMinute: () => readonly number[]
  /** Clears all counts. */
  readonly reset: () => void
}

/** Milliseconds. EMQX samples at the same interval. */
export const rateSpan = 5000
/** Number of spans in five minutes. */
const spans = 60

/** Counts in spans of five seconds; needs no timer. */
export function createRateMeter(clock: Pick<Clock, 'now'>): RateMeter {
  let counts: number[] = []
  let max = 0
  let current = 0
  let number = spanAt(clock.now())

  /** Closes the spans that have ended. */
  function roll(): void {
    const now = spanAt(clock.now())
    // The clock was set back. Counts from now on belong to the current span, not to the whole time until the clock
    // catches up.
    if (now < number) number = now
    if (now === number) return
    max = Math.max(max, current)
    const silent = Math.min(now - number - 1, spans)
    counts = [...counts, current, ...new Array<number>(silent).fill(0)].slice(-spans)
    current = 0
    number = now
  }

  return {
    count(events = 1) {
      roll()
      current += events
    },
    read() {
      roll()
      const sum = counts.reduce((all, one) => all + one, 0)
      return {
        rate: perSecond(counts.at(-1) ?? 0, 1),
        rate_last5m: perSecond(sum, counts.length),
        rate_max: perSecond(max, 1),
      }
    },
    lastMinute() {
      roll()
      return counts.slice(-60_000 / rateSpan).map((count) => perSecond(count, 1))
    },
    reset() {
      counts = []
      max = 0
      current = 0
      number = spanAt(clock.now())
    },
  }
}

const spanAt = (time: number) => Math.floor(time / rateSpan)

/** Two decimal places, as in EMQX. */
const perSecond = (count: number, over: number) =>
  over === 0 ? 0 : Math.round((count * 100 * 1000) / (over * rateSpan)) / 100
