import { type PageVisibility, tabVisibility } from './page-visibility.ts'
import type { Reach } from './query-reach.ts'

/** A request that is repeated while a page shows its answer. */
export interface PollTask {
  /** Milliseconds between the starts of two requests without errors. */
  readonly every: () => number
  /** Result of the last request, `pending` while one is open; undefined before the first one, which is then due. */
  readonly last: () => PollResult | 'pending' | undefined
  readonly ask: () => void
}

export interface PollResult {
  /** Start of the request, in milliseconds since 1970. */
  readonly at: number
  /** Duration in milliseconds; undefined without an answer. */
  readonly took: number | undefined
  /** Number of consecutive failures. */
  readonly failures: number
  /** The request timed out. */
  readonly isTimeout: boolean
}

/** Schedules all repeated requests of the page. */
export interface Poller {
  /** Returns the function that removes the task. */
  readonly add: (task: PollTask) => () => void
  /** Reschedules after an answer or a changed interval. */
  readonly reconsider: () => void
  /** Sends a request immediately, to check whether an unreachable server is back. */
  readonly tryNow: () => void
  /** Called when the tab is visible again (`seen`) or the server is reachable again (`reached`). */
  readonly onReturn: (listener: (why: 'seen' | 'reached') => void) => () => void
}

/**
 * Sends requests in few bursts: requests that are due shortly after a burst are sent with it, so that requests with
 * different intervals align. A hidden tab sends nothing; when it is visible again, due requests are sent once. A
 * request is never repeated before it is answered. During an outage one request at a time probes the server;
 * afterwards all failed requests are repeated. Many tabs are not synchronized: each burst is delayed by a random part
 * of its interval.
 */
export function createPoller({
  reach,
  visibility = tabVisibility,
  now = Date.now,
  random = Math.random,
}: {
  readonly reach: Reach
  readonly visibility?: PageVisibility
  readonly now?: () => number
  readonly random?: () => number
}): Poller {
  /** Each task with the time of its last request. */
  const tasks = new Map<PollTask, number>()
  const returnListeners = new Set<(why: 'seen' | 'reached') => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lateness = random()
  let probes = 0
  let probedAt = 0

  const dueAt = (task: PollTask, askedHere: number): number => {
    const last = task.last()
    if (last === 'pending') return Number.POSITIVE_INFINITY
    if (last === undefined) return askedHere + task.every()
    // A clock that was set back must not stop the polling.
    const at = Math.min(last.at, now())
    return Math.max(at + waitAfter(task.every(), last), askedHere + task.every())
  }

  const nextBurst = (): number =>
    Math.min(...[...tasks].map(([task, askedHere]) => dueAt(task, askedHere) + lateness * latest * task.every()))

  const nextProbe = (since: number): number => {
    const wait = probeWaits[Math.min(probes, probeWaits.length - 1)] ?? 0
    return (probes === 0 ? since : probedAt) + wait * (1 + lateness * latest)
  }

  function plan(): void {
    clearTimeout(timer)
    if (!visibility.isVisible()) return
    if (backAt !== undefined) {
      timer = setTimeout(comeBack, Math.max(0, backAt - now()))
      return
    }
    if (tasks.size === 0) return
    const outage = reach.outage.get()
    const at = outage ? nextProbe(Math.max(outage.since, outageSeenAt)) : nextBurst()
    if (Number.isFinite(at)) timer = setTimeout(outage ? probe : burst, Math.max(0, at - now()))
  }

  function ask(task: PollTask): void {
    tasks.set(task, now())
    task.ask()
  }

  function burst(): void {
    const at = now()
    lateness = random()
    for (const [task, askedHere] of [...tasks]) {
      if (dueAt(task, askedHere) <= at + joinWithin(task.every())) ask(task)
    }
    plan()
  }

  /** The task with the shortest interval is the cheapest one. */
  function probe(): void {
    probes++
    probedAt = now()
    lateness = random()
    const idle = [...tasks.keys()].filter((task) => task.last() !== 'pending')
    const cheapest = idle.toSorted((a, b) => a.every() - b.every())[0]
    if (cheapest) ask(cheapest)
    plan()
  }

  function askFailed(): void {
    for (const task of [...tasks.keys()]) {
      const last = task.last()
      if (last !== undefined && last !== 'pending' && last.failures > 0) ask(task)
    }
  }

  const notify = (why: 'seen' | 'reached') => {
    for (const listener of [...returnListeners]) listener(why)
  }

  let outageSeenAt = 0
  /** When to resume after an outage: not during the answer that ended it, nor at the same moment as all other tabs. */
  let backAt: number | undefined
  function comeBack(): void {
    backAt = undefined
    askFailed()
    notify('reached')
    burst()
  }
  reach.outage.subscribe(() => {
    const isOver = reach.outage.get() === undefined
    outageSeenAt = isOver ? 0 : now()
    probes = 0
    backAt = isOver ? now() + random() * returnSpread : undefined
    plan()
  })
  visibility.onChange(() => {
    clearTimeout(timer)
    if (!visibility.isVisible()) return
    if (reach.outage.get()) return probe()
    if (backAt !== undefined) comeBack()
    else burst()
    notify('seen')
  })

  return {
    add(task) {
      tasks.set(task, 0)
      plan()
      return () => {
        tasks.delete(task)
        plan()
      }
    },
    reconsider: plan,
    tryNow: () => (reach.outage.get() ? probe() : burst()),
    onReturn(listener) {
      returnListeners.add(listener)
      return () => returnListeners.delete(listener)
    },
  }
}

/** An answer that takes longer, in milliseconds, indicates a busy broker. */
const slowAnswer = 2000
const slowFactor = 6
const maxFailures = 12
/** Maximum wait in milliseconds, unless the interval itself is longer. */
const longestWait = 300_000
/** Maximum delay of a burst, as a fraction of the interval. */
const latest = 0.1
/** Tasks due within these milliseconds, at most a fifth of their interval, are sent with a burst. */
const joinAtMost = 3000
/** Milliseconds between probes of an unreachable server. */
const probeWaits = [2000, 4000, 8000, 15_000, 30_000]
/** Tabs resume within this many milliseconds after an outage. */
const returnSpread = 500

const joinWithin = (every: number): number => Math.min(every / 5, joinAtMost)

/** Milliseconds until the next request. */
export function waitAfter(every: number, { took, failures, isTimeout }: Omit<PollResult, 'at'>): number {
  const isSlow = isTimeout || (took !== undefined && took > slowAnswer)
  const factor = Math.max(isSlow ? slowFactor : 1, Math.min(2 ** failures, maxFailures))
  return Math.min(every * factor, Math.max(every, longestWait))
}
