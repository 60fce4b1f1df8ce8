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
  readonly end: (reason: string) => Promise<void>
}

/** The `jq_function_default_timeout` that EMQX ships. */
const defaultTimeout = 10_000
/** Of the thread's JavaScript; jq itself is held by the memory of its WASM module. */
const heapMegabytes = 256

const sizeOf = ({ program, json }: Job) => program.length + json.length

/**
 * Threads that run jq, so that a program that takes long, or never ends, holds up nothing but its own rule. They are started when
 * they are needed and kept; one whose program must be stopped is replaced.
 * @param most threads at a time
 * @param longestQueue programs that may wait for one
 * @param largestQueue characters of all that waits: few large documents fill the memory as well as many small ones
 */
export function createJqThreads(most = 2, longestQueue = 10_000, largestQueue = 64 * 1024 * 1024): JqThreads {
  const threads = new Set<Thread>()
  const waiting: Task[] = []
  let waitingSize = 0
  let isClosed = false

  /** Gives waiting tasks to idle threads. */
  const distribute = () => {
    while (waiting.length > 0) {
      const idle = [...threads].find(({ task }) => task === undefined) ?? (threads.size < most ? open() : undefined)
      const task = idle && waiting.shift()
      if (!task) return
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
        const size = sizeOf({ program, json })
        // One alone may be as large as it is: nobody else waits for the room.
        if (waiting.length >= longestQueue || (waiting.length > 0 && waitingSize + size > largestQueue))
          return reject(new Error('too many programs are waiting'))
        waitingSize += size
        waiting.push({ program, json, timeout, resolve, reject })
        distribute()
      }),
    close: async () => {
      isClosed = true
      const reason = 'the server is stopping'
      for (const { reject } of waiting.splice(0)) reject(new Error(reason))
      await Promise.all([...threads].map(({ end }) => end(reason)))
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
    clock = setTimeout(() => void end(`the program took longer than ${timeout} ms`), Math.min(timeout, longestTimer))
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
  const fall = (reason: string) => {
    gone()
    settle(({ reject }) => reject(new Error(reason)))
  }
  const end = async (reason: string) => {
    fall(reason)
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
  worker.on('error', ({ message }) => fall(`the program brought jq down: ${message}`))
  worker.on('exit', () => fall('the thread has ended'))
  return thread
}
