/** Lets few jobs run at a time. Those who ask take turns, so that one with many jobs keeps nobody else waiting. */
export interface Turns {
  /** What `job` answers; `busy` at once when too many jobs of `source` wait already. */
  run<T>(source: string, job: () => Promise<T>): Promise<T | 'busy'>
}

export function createTurns({
  atOnce,
  waitingPerSource,
}: {
  readonly atOnce: number
  readonly waitingPerSource: number
}): Turns {
  /** The source at the front is next; then it goes to the end. */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0

  const wait = (source: string): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(source, [...(waiting.get(source) ?? []), resolve])
    })
  /** Hands this job's place to the next one. */
  const leave = () => {
    const [next] = waiting
    if (!next) {
      running -= 1
      return
    }
    const [source, [start, ...others]] = next
    waiting.delete(source)
    if (others.length > 0) waiting.set(source, others)
    start?.()
  }

  return {
    run: async (source, job) => {
      if (running < atOnce) running += 1
      else if ((waiting.get(source)?.length ?? 0) >= waitingPerSource) return 'busy'
      else await wait(source)
      try {
        return await job()
      } finally {
        leave()
      }
    },
  }
}
