import type { Clock } from '@mqdeck/kit'

/** Milliseconds a timer may fire before its time. */
const tolerance = 100

/**
 * Calls at each multiple of `interval` (milliseconds) of the clock, with the time of that multiple. It does not drift, as each
 * wait is measured anew. After a sleep of the machine comes one late call with the multiple just passed; when the clock has
 * been set back, times come again.
 */
export function everyTick(clock: Clock, interval: number, call: (tick: number) => void): () => void {
  let cancel = () => {}
  const startOf = (time: number) => time - (time % interval)
  const waitFor = (due: number) => {
    cancel = clock.after(due - clock.now(), () => arrive(due))
  }
  const arrive = (due: number) => {
    const now = clock.now()
    const isEarly = now < due && due - now < tolerance
    const tick = isEarly ? due : startOf(now)
    waitFor(tick + interval)
    call(tick)
  }
  waitFor(startOf(clock.now()) + interval)
  return () => cancel()
}
