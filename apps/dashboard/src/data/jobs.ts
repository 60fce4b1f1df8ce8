import { pause } from '../lib/pause.ts'
import { createValue, type Value } from '../lib/value.ts'

/** Many small calls to the broker that the user started with one click. It goes on while the user is on other pages. */
export interface Job {
  readonly id: number
  /** What is done, e.g. "Kick out 312 clients". */
  readonly title: string
  readonly state: 'running' | 'finished' | 'aborted'
  /** How many items there are. */
  readonly total: number
  /** In the order in which they ended; as long as what was done so far. */
  readonly results: readonly JobResult[]
  readonly failed: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number | undefined
}

export interface JobResult {
  readonly item: string
  /** Why the broker refused; undefined where it did what was asked. */
  readonly error: Error | undefined
}

export interface Work<Item> {
  readonly title: string
  readonly items: readonly Item[]
  readonly nameOf: (item: Item) => string
  readonly apply: (item: Item) => Promise<unknown>
  /** How many items may be started in a second; Infinity: as fast as the broker answers. */
  readonly perSecond: number
  /** Called once, when the last item has ended or the rest was given up. */
  readonly onEnd?: (job: Job) => void
}

export interface Jobs {
  /** Newest first. */
  readonly all: Value<readonly Job[]>
  /** Returns the job's id. */
  readonly start: <Item>(work: Work<Item>) => number
  /** Lets what is under way end and leaves out the rest. */
  readonly abort: (id: number) => void
  /** Takes an ended job off the list. */
  readonly forget: (id: number) => void
  /** Calls `listener` for each job that ends, but not after `clear`; returns the function that stops it. */
  readonly onEnd: (listener: (job: Job) => void) => () => void
  /** The session has ended: aborts everything and forgets it. */
  readonly clear: () => void
}

/** Leaves connections free for what the page shows: browsers open six to one server. */
const atOnce = 3
/** Milliseconds between two reports to the page. */
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
  const mayStart = createPace(perSecond, signal, now)
  const progress = (): Job => ({ ...job, results: results.slice(), failed })

  const worker = async () => {
    while (next < items.length && !signal.aborted) {
      const item = items[next++] as Item // next is below the length
      await mayStart()
      if (signal.aborted) return
      const error = await outcomeOf(() => apply(item))
      results.push({ item: nameOf(item), error })
      if (error) failed++
      if (now() - reportedAt < reportEvery) continue
      reportedAt = now()
      show(progress())
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const ended: Job = {
    ...progress(),
    state: results.length < items.length ? 'aborted' : 'finished',
    endedAt: now(),
  }
  show(ended)
  return ended
}

async function outcomeOf(apply: () => Promise<unknown>): Promise<Error | undefined> {
  try {
    await apply()
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Resolves when the next item may be started, at once after an abort. */
function createPace(perSecond: number, signal: AbortSignal, now: () => number): () => Promise<void> {
  if (!Number.isFinite(perSecond)) return async () => {}
  const gap = 1000 / perSecond
  let turn = now()
  return () => {
    // A tab that slept catches up by a second's worth at most.
    const mine = Math.max(turn, now() - 1000)
    turn = mine + gap
    return pause(mine - now(), signal)
  }
}
