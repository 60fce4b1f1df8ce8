import { Fifo } from '@mqdeck/kit'

/**
 * Divides long work over several turns of the event loop, so that it does not block other clients (docs/adr/0021). A turn is
 * one pass of Node's event loop; each turn has a budget of time and steps. Work of unbounded length calls `spend` before each
 * of its steps and waits for a later turn when the budget is used up:
 *
 *     for (const subscription of many) {
 *       if (turn.spend()) await turn.next()
 *       remove(subscription)
 *     }
 *
 * Short work never waits and runs synchronously.
 */
export interface Turn {
  /**
   * Calls `task` once at the end of the turn, after all readable sockets were read, e.g. to flush sockets or commit to disk.
   * Tasks scheduled while tasks run, and tasks for which no time is left, run in the next turn.
   */
  schedule(task: () => void): void
  /** Takes one step of the budget. Returns true if none is left: the step must wait for `next`. */
  spend(): boolean
  /** Resolves in a later turn with a step left, and takes it. Callers are served in order. Await it directly. */
  next(): Promise<void>
  /** Runs `call` immediately, or in a later turn if this one has no step left. */
  soon(call: () => void): void
  /** Adds the cost of a packet, in deliveries, and returns whether the time of this turn is used up. Cheaper than `spend`. */
  isOver(cost: number): boolean
}

/** Time that tasks, waiting work and reading sockets may each use in one turn. */
const maxTurnMs = 6
/** Maximum steps of long work in one turn: the socket and disk writes they cause cost more than the steps. */
export const maxSteps = 1000
/** Steps that every turn has, even if they are slow. */
const minSteps = 16
/** The clock is read once per this cost, because reading it costs as much as routing a small message. */
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
  /** Starts measuring this turn with its first step; `run` ends the turn. */
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
      // Runs after the code that `next` has resumed.
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
