import { createValue, type Value } from '../../../lib/json/value.ts'
import type { RatePoint } from '../../../lib/numbers/recent-rate.ts'

interface RateHistory {
  /** Messages per second, oldest first. */
  readonly in: readonly RatePoint[]
  readonly out: readonly RatePoint[]
  /** Time of the last point, in milliseconds since 1970. */
  readonly now: number
}

/** Time span of the charts. */
export const rateSpanMs = 60_000

/** Messages per second over the last minute. */
export interface MessageRates {
  readonly current: Pick<Value<RateHistory>, 'get' | 'subscribe'>
  readonly start: () => void
  readonly stop: () => void
}

/** `totals` increase, and are reset to zero when the list is cleared. */
export function createMessageRates(
  totals: () => { readonly received: number; readonly sent: number },
  now: () => number = Date.now,
): MessageRates {
  const current = createValue<RateHistory>({ in: [], out: [], now: now() })
  let last = { ...totals(), at: now() }
  let timer: ReturnType<typeof setInterval> | undefined

  const measure = () => {
    const latest = { ...totals(), at: now() }
    const seconds = (latest.at - last.at) / 1000
    if (seconds <= 0) return
    const perSecond = (count: number, before: number) => (count >= before ? count - before : count) / seconds
    const { in: received, out: sent } = current.get()
    const isRecent = ({ time }: RatePoint) => time > latest.at - rateSpanMs - 2000
    current.set({
      in: [...received.filter(isRecent), { time: latest.at, value: perSecond(latest.received, last.received) }],
      out: [...sent.filter(isRecent), { time: latest.at, value: perSecond(latest.sent, last.sent) }],
      now: latest.at,
    })
    last = latest
  }
  return {
    current,
    start() {
      if (timer !== undefined) return
      last = { ...totals(), at: now() }
      timer = setInterval(measure, 1000)
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}
