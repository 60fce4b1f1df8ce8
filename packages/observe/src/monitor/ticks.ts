import type { Clock } from '@mqdeck/kit'

/** Milliseconds that a timer may fire early. */
const toleranceMs = 100

/**
 * Calls at each multiple of `interval` (milliseconds) of the clock, with the time of that multiple. Does not drift, since each
 * delay is calculated from the clock. After the machine slept, there is one late call for the last multiple. If the clock is
 * set back, times are repeated.
 */
export function everyTick(clock: Clock, interval: number, call: (tick: number) => void): () => void {
  let cancel = () => {}
  const startOf = (time: number) => time - (time % interval)
  const schedule = (due: number) => {
    cancel = clock.after(due - clock.now(), () => onTimer(due))
  }
  const onTimer = (due: number) => {
    const now = clock.now()
    const isEarly = now < due && due - now < toleranceMs
    const tick = isEarly ? due : startOf(now)
    schedule(tick + interval)
    call(tick)
  }
  schedule(startOf(clock.now()) + interval)
  return () => cancel()
}
