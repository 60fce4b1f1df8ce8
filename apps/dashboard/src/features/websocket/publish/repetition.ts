import { createValue, type Value } from '../../../lib/json/value.ts'
import type { Ticker } from '../index.ts'

/** Sends a message repeatedly. */
export interface Repetition {
  readonly running: Pick<Value<RepeatProgress | undefined>, 'get' | 'subscribe'>
  /** Calls `send` with 1, 2, 3, ... until it returns false. The first call is immediate. */
  readonly start: (plan: RepeatPlan, send: (counter: number) => boolean) => void
  readonly stop: () => void
}

export interface RepeatPlan {
  readonly intervalMs: number
  /** Undefined means until it is stopped. */
  readonly count: number | undefined
}

interface RepeatProgress extends RepeatPlan {
  readonly sent: number
}

/** Timers are not more precise. With a shorter interval several messages are sent per tick. */
const minTickMs = 20
/** Maximum delay that a tick catches up on, for example after the page was busy. */
const maxCatchUpMs = 1000

export function createRepetition(ticker: () => Ticker, now: () => number = () => performance.now()): Repetition {
  const running = createValue<RepeatProgress | undefined>(undefined)
  let timer: number | undefined
  const stop = () => {
    if (timer !== undefined) ticker().clear(timer)
    timer = undefined
    running.set(undefined)
  }
  return {
    running,
    stop,
    start(plan, send) {
      stop()
      let sent = 0
      let due = now()
      const sendDue = () => {
        due = Math.max(due, now() - maxCatchUpMs)
        while (due <= now()) {
          due += plan.intervalMs
          sent += 1
          if (!send(sent) || sent === plan.count) {
            stop()
            return
          }
        }
        running.set({ ...plan, sent })
      }
      timer = ticker().set(sendDue, Math.max(plan.intervalMs, minTickMs))
      sendDue()
    },
  }
}
