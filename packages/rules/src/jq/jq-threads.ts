import { longestTimer, startThread } from '@mqdeck/kit'
import type { FromThread, Job } from './messages.ts'

export interface JqThreads {
  /**
   * Runs a jq program over a JSON text and answers its outputs as JSON texts.
   * @param timeout milliseconds that the program may run; 10 seconds when left out. Waiting for a thread does not count.
   * @throws Error with jq's own words, or that it took too long, or that too much is waiting
   */
  readonly run: (program: string, json: string, timeout?: number) => Promise<readonly string[]>
  /** What runs or waits fails. Resolves when the threads have ended. */
  readonly close: () => Promise<void>
}

interface Task extends Job {
  readonly timeout: number
  readonly resolve: (outputs: readonly string[]) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  task: Task | undefined
  readonly start: (task: Task) => void
  readonly end: (error: Error) => Promise<void>
}

/** The `jq_function_default_timeout` that EMQX ships. */
const defaultTimeout = 10_000
/** Of the thread's JavaScript; jq itself is held by the memory of its WASM module. */
const heapMegabytes = 256

/** A program that takes too long so often in a row is not run for a while: after each pause it gets one more attempt. */
const timeoutsBeforePause = 3
/** Milliseconds. */
const pause = 60_000
const mostOverdue = 1000
const pausedMessage = `the program is paused: it took too long ${timeoutsBeforePause} times in a row`

class TimeoutError extends Error {}

const sizeOf = ({ program, json }: Job) => program.length + json.length

/**
 * Threads that run jq, so that a program that takes long, or never ends, holds up nothing but its own rule. They are started when
 * they are needed and kept; one whose program must be stopped is replaced.
 * @param most threads at a time
 * @param longestQueue programs that may wait for one
 * @param onPause receives a program that is not run for a while
 * @param largestQueue characters of all that waits: few large documents fill the memory as well as many small ones
 */
export function createJqThreads(
  most = 2,
  longestQueue = 10_000,
  largestQueue = 64 * 1024 * 1024,
  onPause: (program: string, seconds: number) => void = () => {},
): JqThreads {
  const threads = new Set<Thread>()
  const waiting: Task[] = []
  let waitingSize = 0
  let isClosed = false
  /** Programs whose last run took too long. */
  const overdue = new Map<string, { timeouts: number; pausedUntil: number }>()
  /** One thread is left for the programs of other rules. */
  const mostOfOne = Math.max(1, most - 1)
  const runningOf = (program: string) => [...threads].filter(({ task }) => task?.program === program).length

  const succeeded = (program: string) => void overdue.delete(program)
  const timedOut = (program: string) => {
    const { timeouts } = overdue.get(program) ?? { timeouts: 0 }
    const isPaused = timeouts + 1 >= timeoutsBeforePause
    overdue.delete(program)
    overdue.set(program, { timeouts: timeouts + 1, pausedUntil: isPaused ? Date.now() + pause : 0 })
    for (const oldest of overdue.keys()) {
      if (overdue.size <= mostOverdue) break
      overdue.delete(oldest)
    }
    if (!isPaused) return
    onPause(program, pause / 1000)
    for (const task of waiting.filter((one) => one.program === program)) {
      waiting.splice(waiting.indexOf(task), 1)
      waitingSize -= sizeOf(task)
      task.reject(new Error(pausedMessage))
    }
  }

  /** Gives waiting tasks to idle threads. */
  const distribute = () => {
    while (waiting.length > 0) {
      const idle = [...threads].find(({ task }) => task === undefined) ?? (threads.size < most ? open() : undefined)
      const at = idle ? waiting.findIndex(({ program }) => runningOf(program) < mostOfOne) : -1
      const [task] = at < 0 ? [] : waiting.splice(at, 1)
      if (!idle || !task) return
      waitingSize -= sizeOf(task)
      idle.start(task)
    }
  }
  const open = () => {
    const thread = openThread(distribute, () => threads.delete(thread))
    threads.add(thread)
    return thread
  }

  return {
    run: (program, json, timeout = defaultTimeout) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('the server is stopping'))
        if ((overdue.get(program)?.pausedUntil ?? 0) > Date.now()) return reject(new Error(pausedMessage))
        const size = sizeOf({ program, json })
        // One alone may be as large as it is: nobody else waits for the room.
        if (waiting.length >= longestQueue || (waiting.length > 0 && waitingSize + size > largestQueue))
          return reject(new Error('too many programs are waiting'))
        waitingSize += size
        waiting.push({
          program,
          json,
          timeout,
          resolve: (outputs) => {
            succeeded(program)
            resolve(outputs)
          },
          reject: (error) => {
            if (error instanceof TimeoutError) timedOut(program)
            reject(error)
          },
        })
        distribute()
      }),
    close: async () => {
      isClosed = true
      const error = new Error('the server is stopping')
      for (const { reject } of waiting.splice(0)) reject(error)
      await Promise.all([...threads].map(({ end }) => end(error)))
    },
  }
}

/**
 * @param idle is called when a task is over, whichever way
 * @param gone is called before, when the thread is of no more use
 */
function openThread(idle: () => void, gone: () => void): Thread {
  const worker = startThread(import.meta.url, './thread.ts', './jq-thread.js', {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // The WASM runtime says there that it gives up; the rule hears of it as an error.
    stderr: true,
  })
  worker.stderr.resume()
  let isReady = false
  let clock: NodeJS.Timeout | undefined

  const send = ({ program, json, timeout }: Task) => {
    worker.postMessage({ program, json } satisfies Job)
    const overdueError = new TimeoutError(`the program took longer than ${timeout} ms`)
    clock = setTimeout(() => void end(overdueError), Math.min(timeout, longestTimer))
  }
  const settle = (how: (task: Task) => void) => {
    clearTimeout(clock)
    const { task } = thread
    thread.task = undefined
    // Threads that do nothing keep no process alive.
    worker.unref()
    if (task) how(task)
    idle()
  }
  const fall = (error: Error) => {
    gone()
    settle(({ reject }) => reject(error))
  }
  const end = async (error: Error) => {
    fall(error)
    await worker.terminate()
  }
  const thread: Thread = {
    task: undefined,
    start: (task) => {
      thread.task = task
      worker.ref()
      if (isReady) send(task)
    },
    end,
  }
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'done') settle(({ resolve }) => resolve(message.outputs))
    else if (message.kind === 'failed') settle(({ reject }) => reject(new Error(message.message)))
    else {
      isReady = true
      if (thread.task) send(thread.task)
    }
  })
  worker.on('error', ({ message }) => fall(new Error(`the program brought jq down: ${message}`)))
  worker.on('exit', () => fall(new Error('the thread has ended')))
  return thread
}
