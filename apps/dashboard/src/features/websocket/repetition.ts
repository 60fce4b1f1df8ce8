import { createValue, type Value } from '../../lib/value.ts'
import type { Ticker } from '../../mqtt-client/index.ts'

/** A message that is sent again and again. */
export interface Repetition {
  readonly running: Pick<Value<Progress | undefined>, 'get' | 'subscribe'>
  /** `send` is given 1, 2, 3, ...; false ends it. Sends the first at once. */
  readonly start: (plan: Plan, send: (counter: number) => boolean) => void
  readonly stop: () => void
}

export interface Plan {
  /** Milliseconds. */
  readonly every: number
  /** Undefined: until somebody stops it. */
  readonly count: number | undefined
}

interface Progress extends Plan {
  readonly sent: number
}

/** The clock of a timer is coarser: a shorter interval sends several at each turn. */
const shortestTurn = 20
/** What a turn makes up for, when the page was kept from working, in milliseconds. */
const mostLate = 1000

export function createRepetition(ticker: () => Ticker, now: () => number = () => performance.now()): Repetition {
  const running = createValue<Progress | undefined>(undefined)
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
      const turn = () => {
        due = Math.max(due, now() - mostLate)
        while (due <= now()) {
          due += plan.every
          sent += 1
          if (!send(sent) || sent === plan.count) {
            stop()
            return
          }
        }
        running.set({ ...plan, sent })
      }
      timer = ticker().set(turn, Math.max(plan.every, shortestTurn))
      turn()
    },
  }
}
