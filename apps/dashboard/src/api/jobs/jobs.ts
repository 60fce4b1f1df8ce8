import { toError } from '@mqdeck/contract'
import { pause } from '../../lib/browser/pause.ts'
import { createValue, type Value } from '../../lib/json/value.ts'

/** Many API calls that the user started with one click. They continue while the user is on other pages. */
export interface Job {
  readonly id: number
  /** Title: "Kick out 312 clients". */
  readonly title: string
  readonly state: 'running' | 'finished' | 'aborted'
  /** Number of items. */
  readonly total: number
  /** Results so far, in the order of completion. */
  readonly results: readonly JobResult[]
  readonly failed: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number | undefined
}

export interface JobResult {
  readonly item: string
  /** The error; undefined for a success. */
  readonly error: Error | undefined
}

export interface Work<Item> {
  readonly title: string
  readonly items: readonly Item[]
  readonly nameOf: (item: Item) => string
  readonly apply: (item: Item) => Promise<unknown>
  /** Maximum number of items started per second; Infinity: no limit. */
  readonly perSecond: number
  /** Called once, after the last item has ended or the job was aborted. */
  readonly onEnd?: (job: Job) => void
}

export interface Jobs {
  /** Newest first. */
  readonly all: Value<readonly Job[]>
  /** Starts a job and returns its id. */
  readonly start: <Item>(work: Work<Item>) => number
  /** Finishes running items and skips the rest. */
  readonly abort: (id: number) => void
  /** Removes an ended job from the list. */
  readonly forget: (id: number) => void
  /** Calls `listener` for each job that ends, but not after `clear`. Returns the function that removes the listener. */
  readonly onEnd: (listener: (job: Job) => void) => () => void
  /** Aborts and removes all jobs, because the session has ended. */
  readonly clear: () => void
}

/** Leaves connections for the page: browsers open six to one server. */
const concurrency = 3
/** Milliseconds between two progress updates. */
const reportEvery = 100

export function createJobs(now: () => number = Date.now): Jobs {
  const all = createValue<readonly Job[]>([])
  const aborts = new Map<number, AbortController>()
  const endListeners = new Set<(job: Job) => void>()
  let lastId = 0
  const show = (job: Job) => all.set(all.get().map((one) => (one.id === job.id ? job : one)))

  return {
    all,
    start(work) {
      const id = ++lastId
      const abort = new AbortController()
      aborts.set(id, abort)
      const job: Job = {
        id,
        title: work.title,
        state: 'running',
        total: work.items.length,
        results: [],
        failed: 0,
        startedAt: now(),
        endedAt: undefined,
      }
      all.set([job, ...all.get()])
      void run(job, work, abort.signal, show, now).then((ended) => {
        aborts.delete(id)
        work.onEnd?.(ended)
        if (!all.get().includes(ended)) return
        for (const listener of [...endListeners]) listener(ended)
      })
      return id
    },
    abort: (id) => aborts.get(id)?.abort(),
    forget: (id) => all.set(all.get().filter((job) => job.id !== id || job.state === 'running')),
    onEnd(listener) {
      endListeners.add(listener)
      return () => endListeners.delete(listener)
    },
    clear() {
      for (const abort of aborts.values()) abort.abort()
      all.set([])
    },
  }
}

async function run<Item>(
  job: Job,
  { items, nameOf, apply, perSecond }: Work<Item>,
  signal: AbortSignal,
  show: (job: Job) => void,
  now: () => number,
): Promise<Job> {
  const results: JobResult[] = []
  let failed = 0
  let reportedAt = 0
  let next = 0
  const waitForSlot = createPace(perSecond, signal, now)
  const progress = (): Job => ({ ...job, results: results.slice(), failed })

  const worker = async () => {
    while (next < items.length && !signal.aborted) {
      const item = items[next++] as Item // next is below the length
      await waitForSlot()
      if (signal.aborted) return
      const error = await errorOf(() => apply(item))
      results.push({ item: nameOf(item), error })
      if (error) failed++
      if (now() - reportedAt < reportEvery) continue
      reportedAt = now()
      show(progress())
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const ended: Job = {
    ...progress(),
    state: results.length < items.length ? 'aborted' : 'finished',
    endedAt: now(),
  }
  show(ended)
  return ended
}

async function errorOf(apply: () => Promise<unknown>): Promise<Error | undefined> {
  try {
    await apply()
    return undefined
  } catch (error) {
    return toError(error)
  }
}

/** Resolves when the next item may be started; immediately after an abort. */
function createPace(perSecond: number, signal: AbortSignal, now: () => number): () => Promise<void> {
  if (!Number.isFinite(perSecond)) return async () => {}
  const gap = 1000 / perSecond
  let nextStart = now()
  return () => {
    // A suspended tab catches up by one second at most.
    const start = Math.max(nextStart, now() - 1000)
    nextStart = start + gap
    return pause(start - now(), signal)
  }
}
