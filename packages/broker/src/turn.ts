import { Fifo } from './session/fifo.ts'

/**
 * The share of one turn of the event loop that each kind of work may use (docs/adr/0021). Work of unbounded length asks `spend` before
 * each of its steps:
 *
 *     for (const subscription of many) {
 *       if (turn.spend()) await turn.next()
 *       remove(subscription)
 *     }
 *
 * Short work never waits, and runs synchronously to its end.
 */
export interface Turn {
  /**
   * Calls `task` once, after all sockets that had something to read were read: flushing sockets, committing to disk. What is scheduled
   * while tasks run belongs to the next turn, and so do the tasks that there is no time for.
   */
  schedule(task: () => void): void
  /** Takes one step of the turn. True when the turn has none left: the step must wait for `next`. */
  spend(): boolean
  /** Resolves in a later turn that has a step left, and takes it. Callers take turns. Await it directly. */
  next(): Promise<void>
  /** Calls immediately, or in a later turn when this one has no step left. */
  soon(call: () => void): void
  /** Adds the cost of a packet, in deliveries, and reports whether the time of this turn is used up. Cheaper than `spend`. */
  isOver(cost: number): boolean
}

/** Milliseconds that tasks, waiting work and the reading of sockets may each use in one turn. */
const maxTurnMs = 6
/** Most steps of long work in one turn: what they leave for sockets and disk costs more than the steps themselves. */
export const maxSteps = 1000
/** Steps that every turn has, however slow the machine is. */
const minSteps = 16
/** Cost that is collected before the clock is asked: asking costs as much as routing a small message. */
const costPerClockCheck = 64

interface TurnOptions {
  readonly now?: () => number
  /** Calls in the next turn of the event loop. */
  readonly later?: (call: () => void) => void
}

export function createTurn({ now = () => performance.now(), later = setImmediate }: TurnOptions = {}): Turn {
  let tasks: (() => void)[] = []
  const waiting = new Fifo<() => void>()
  let isRunScheduled = false
  let steps = 0
  let cost = 0
  let endsAt = 0
  let isTimeUp = false

  const resetBudget = () => {
    steps = 0
    cost = 0
    isTimeUp = false
    endsAt = now() + maxTurnMs
  }
  const scheduleRun = () => {
    if (isRunScheduled) return
    isRunScheduled = true
    later(run)
  }
  /** What follows in this turn of the event loop is measured from its first step on; `run` ends it. */
  const startTurn = () => {
    if (isRunScheduled) return
    resetBudget()
    scheduleRun()
  }
  const isSpent = () => steps >= maxSteps || (steps >= minSteps && now() >= endsAt)

  const run = () => {
    resetBudget()
    try {
      runTasks()
    } finally {
      resetBudget()
      resume()
    }
  }

  const runTasks = () => {
    const due = tasks
    tasks = []
    let done = 0
    try {
      for (const task of due) {
        if (done % 16 === 15 && now() >= endsAt) break
        done += 1
        task()
      }
    } finally {
      if (done < due.length) tasks = [...due.slice(done), ...tasks]
    }
  }

  const resume = () => {
    const next = isSpent() ? undefined : waiting.shift()
    if (!next) {
      isRunScheduled = false
      if (waiting.length > 0 || tasks.length > 0) startTurn()
      return
    }
    steps += 1
    try {
      next()
    } finally {
      // After what `next` has resumed.
      queueMicrotask(resume)
    }
  }

  const spend = () => {
    startTurn()
    if (isSpent()) return true
    steps += 1
    return false
  }
  const wait = (call: () => void) => {
    waiting.push(call)
    scheduleRun()
  }

  return {
    schedule: (task) => {
      tasks.push(task)
      startTurn()
    },
    spend,
    next: () => new Promise<void>(wait),
    soon: (call) => {
      if (spend()) wait(call)
      else call()
    },
    isOver: (more) => {
      startTurn()
      cost += more
      if (cost < costPerClockCheck) return isTimeUp
      cost = 0
      isTimeUp = now() >= endsAt
      return isTimeUp
    },
  }
}
