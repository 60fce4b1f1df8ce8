import type { RatePoint } from '../../lib/recent-rate.ts'
import { createValue, type Value } from '../../lib/value.ts'

interface Rates {
  /** Messages per second, oldest first. */
  readonly in: readonly RatePoint[]
  readonly out: readonly RatePoint[]
  /** When the last point was made. */
  readonly now: number
}

/** How far the lines reach back, in milliseconds. */
export const trafficSpan = 60_000

/** Messages per second over the last minute. */
export interface Traffic {
  readonly rates: Pick<Value<Rates>, 'get' | 'subscribe'>
  readonly start: () => void
  readonly stop: () => void
}

/** `totals` count up, and go back to zero when the list is cleared. */
export function createTraffic(
  totals: () => { readonly received: number; readonly sent: number },
  now: () => number = Date.now,
): Traffic {
  const rates = createValue<Rates>({ in: [], out: [], now: now() })
  let last = { ...totals(), at: now() }
  let timer: ReturnType<typeof setInterval> | undefined

  const look = () => {
    const present = { ...totals(), at: now() }
    const seconds = (present.at - last.at) / 1000
    if (seconds <= 0) return
    const since = (count: number, before: number) => (count >= before ? count - before : count) / seconds
    const { in: received, out: sent } = rates.get()
    const young = ({ time }: RatePoint) => time > present.at - trafficSpan - 2000
    rates.set({
      in: [...received.filter(young), { time: present.at, value: since(present.received, last.received) }],
      out: [...sent.filter(young), { time: present.at, value: since(present.sent, last.sent) }],
      now: present.at,
    })
    last = present
  }
  return {
    rates,
    start() {
      if (timer !== undefined) return
      last = { ...totals(), at: now() }
      timer = setInterval(look, 1000)
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}
