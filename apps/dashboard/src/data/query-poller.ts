import type { Reach } from './query-reach.ts'
import { type PageVisibility, tabVisibility } from './page-visibility.ts'

/** Something that is asked again and again while a page shows the answer. */
export interface PollTask {
  /** Milliseconds between the beginnings of two requests while all is well. */
  readonly every: () => number
  /** How it went the last time, `asking` while that is open; undefined before the first time, which is then due. */
  readonly last: () => Asked | 'asking' | undefined
  readonly ask: () => void
}

export interface Asked {
  /** When the request began, in milliseconds since 1970. */
  readonly at: number
  /** Milliseconds until the answer; undefined without one. */
  readonly took: number | undefined
  /** How many times in a row it has failed. */
  readonly failures: number
  /** It failed because no answer came in time. */
  readonly isTimeout: boolean
}

/** The one place on the page that decides when something is asked again. */
export interface Poller {
  /** Returns the function that ends it. */
  readonly add: (task: PollTask) => () => void
  /** An answer came or a task changed its mind. */
  readonly reconsider: () => void
  /** Looks at once whether an unreachable server is back. */
  readonly tryNow: () => void
  /** Called when the tab is in sight again, or the server in reach: what waited for that may be asked. */
  readonly onReturn: (listener: (why: 'seen' | 'reached') => void) => () => void
}

/**
 * Asks in few bursts: what would be due within moments of a burst goes along with it, so that requests of different
 * intervals meet. Nothing is asked in a hidden tab; coming back asks for what is due by then, once. Never asks what is
 * not answered yet. While the server is out of reach, one request at a time looks whether it is back; then all that
 * failed is asked at once. Many tabs do not keep step: each burst is late by a random part of its interval.
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
  /** With the time at which each was last asked from here. */
  const tasks = new Map<PollTask, number>()
  const returnListeners = new Set<(why: 'seen' | 'reached') => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lateness = random()
  let probes = 0
  let probedAt = 0

  const dueAt = (task: PollTask, askedHere: number): number => {
    const last = task.last()
    if (last === 'asking') return Number.POSITIVE_INFINITY
    if (last === undefined) return askedHere + task.every()
    // A clock that was set back must not silence it.
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

  /** The task that asks most often is the one that costs least. */
  function probe(): void {
    probes++
    probedAt = now()
    lateness = random()
    const idle = [...tasks.keys()].filter((task) => task.last() !== 'asking')
    const cheapest = idle.toSorted((a, b) => a.every() - b.every())[0]
    if (cheapest) ask(cheapest)
    plan()
  }

  function askFailed(): void {
    for (const task of [...tasks.keys()]) {
      const last = task.last()
      if (last !== undefined && last !== 'asking' && last.failures > 0) ask(task)
    }
  }

  const tell = (why: 'seen' | 'reached') => {
    for (const listener of [...returnListeners]) listener(why)
  }

  let outageSeenAt = 0
  /** When to go on after an outage: not in the middle of the answer that told of its end, nor at the same moment as every other tab. */
  let backAt: number | undefined
  function comeBack(): void {
    backAt = undefined
    askFailed()
    tell('reached')
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
    tell('seen')
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

/** An answer that takes longer, in milliseconds, says that the broker has enough to do. */
const slowAnswer = 2000
const slowFactor = 6
const mostFailures = 12
/** Milliseconds beyond which nothing waits, unless its own interval is longer. */
const longestWait = 300_000
/** A burst may be late by this part of an interval. */
const latest = 0.1
/** A task that would be due so many milliseconds later goes along with a burst; a fifth of its interval at most. */
const joinAtMost = 3000
/** Milliseconds between looks at a server that is out of reach. */
const probeWaits = [2000, 4000, 8000, 15_000, 30_000]
/** Milliseconds within which tabs ask again after an outage. */
const returnSpread = 500

const joinWithin = (every: number): number => Math.min(every / 5, joinAtMost)

/** Milliseconds from one request to the next. */
export function waitAfter(every: number, { took, failures, isTimeout }: Omit<Asked, 'at'>): number {
  const isSlow = isTimeout || (took !== undefined && took > slowAnswer)
  const factor = Math.max(isSlow ? slowFactor : 1, Math.min(2 ** failures, mostFailures))
  return Math.min(every * factor, Math.max(every, longestWait))
}
