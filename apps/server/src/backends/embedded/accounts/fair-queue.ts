interface Waiting {
  readonly source: string
  readonly isFirst: boolean
  readonly settle: (outcome: 'start' | 'busy') => void
}

interface FairQueueRequest {
  readonly source: string
  /** Starts before jobs without priority. */
  readonly isFirst?: boolean
  /** Aborted: the job leaves the queue. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Limits the number of parallel jobs. Sources take turns, so that one source with many jobs does not delay the others.
 */
export interface FairQueue {
  /** Result of `job`. `busy` if the job was not started because too many jobs wait or because it left the queue. */
  run<T>(request: FairQueueRequest, job: () => Promise<T>): Promise<T | 'busy'>
}

interface FairQueueLimits {
  readonly atOnce: number
  /** Jobs of all sources. */
  readonly waiting: number
  readonly waitingPerSource: number
}

export function createFairQueue({ atOnce, waiting: mostWaiting, waitingPerSource }: FairQueueLimits): FairQueue {
  /** Oldest first. */
  let waiting: readonly Waiting[] = []
  /** Time at which each source with waiting jobs last started one. */
  const lastStarts = new Map<string, number>()
  let turn = 0
  let running = 0

  const countOf = (source: string) => waiting.filter((one) => one.source === source).length
  const remove = (gone: Waiting, outcome: 'start' | 'busy') => {
    if (!waiting.includes(gone)) return
    waiting = waiting.filter((one) => one !== gone)
    if (countOf(gone.source) === 0) lastStarts.delete(gone.source)
    gone.settle(outcome)
  }

  /** Drops a job of the source with the most waiting jobs. False if no source has more than this one. */
  const makeRoom = ({ source, isFirst: isPreferred = false }: FairQueueRequest): boolean => {
    if (waiting.length < mostWaiting) return true
    const others = waiting.filter(({ isFirst }) => !isFirst)
    const longest = others.reduce<Waiting | undefined>(
      (most, one) => (!most || countOf(one.source) >= countOf(most.source) ? one : most),
      undefined,
    )
    if (!longest || (!isPreferred && countOf(longest.source) <= countOf(source) + 1)) return false
    remove(longest, 'busy')
    return true
  }

  const wait = ({ source, isFirst = false, signal }: FairQueueRequest): Promise<'start' | 'busy'> =>
    new Promise((resolve) => {
      const one: Waiting = {
        source,
        isFirst,
        settle: (outcome) => {
          signal?.removeEventListener('abort', leave)
          resolve(outcome)
        },
      }
      const leave = () => remove(one, 'busy')
      signal?.addEventListener('abort', leave)
      waiting = [...waiting, one]
    })

  /** Starts the next job after one has ended. */
  const startNext = () => {
    const candidates = waiting.some(({ isFirst }) => isFirst) ? waiting.filter(({ isFirst }) => isFirst) : waiting
    const [next] = candidates.toSorted(
      (one, other) => (lastStarts.get(one.source) ?? 0) - (lastStarts.get(other.source) ?? 0),
    )
    if (!next) {
      running -= 1
      return
    }
    turn += 1
    lastStarts.set(next.source, turn)
    remove(next, 'start')
  }

  return {
    run: async (request, job) => {
      const { source, signal } = request
      if (signal?.aborted) return 'busy'
      if (running < atOnce) running += 1
      else if (countOf(source) >= waitingPerSource || !makeRoom(request)) return 'busy'
      else if ((await wait(request)) === 'busy') return 'busy'
      try {
        return await job()
      } finally {
        startNext()
      }
    },
  }
}
