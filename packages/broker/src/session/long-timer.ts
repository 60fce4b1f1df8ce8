import type { Clock } from '@mqdeck/kit'

/** Timers of Node end at 2^31 ms, about 25 days; sessions may live longer. */
const longest = 2 ** 31 - 1

/** `clock.after` for any time; Infinity never comes. */
export function afterLong(clock: Clock, ms: number, call: () => void): () => void {
  if (ms === Number.POSITIVE_INFINITY) return () => {}
  const end = clock.now() + ms
  let cancel = () => {}
  const wait = () => {
    const left = end - clock.now()
    cancel = clock.after(Math.max(0, Math.min(left, longest)), left > longest ? wait : call)
  }
  wait()
  return () => cancel()
}
