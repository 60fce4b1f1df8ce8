import { createHash } from 'node:crypto'
import { BoundedMap, maxTimerMs, startThread } from '@mqdeck/kit'
import type { FromThread, Job } from './messages.ts'

export interface JqThreads {
  /**
   * Runs a jq program on JSON text and returns its outputs as JSON texts.
   * @param owner the rule of the program
   * @param timeout milliseconds of run time, without the time to wait for a thread. Default 10 seconds.
   * @throws Error with the message of jq, after a timeout, or if the queue is full
   */
  readonly run: (owner: string, program: string, json: string, timeout?: number) => Promise<readonly string[]>
  /** The pause of a program of the owner that ends last. Undefined if none is paused. */
  readonly pauseOf: (owner: string) => JqPause | undefined
  /** Ends the pauses of an owner that was changed or deleted. */
  readonly forget: (owner: string) => void
  /** Running and queued programs fail. Resolves when the threads have stopped. */
  readonly close: () => Promise<void>
}

export interface JqPause {
  readonly program: string
  readonly until: number
  /** The time limit that the program exceeded, in milliseconds. */
  readonly timeout: number
}

export interface JqThreadsOptions {
  /** Maximum number of threads. */
  readonly most?: number
  /** Maximum number of queued programs. */
  readonly maxQueueLength?: number
  /** Maximum number of characters of all queued programs and documents, to limit memory. */
  readonly maxQueueBytes?: number
  /** Duration of a pause in milliseconds. */
  readonly pause?: number
  readonly onPause?: (owner: string, pause: JqPause) => void
  /** Called when all programs of a paused owner run in time again, or the owner was forgotten. */
  readonly onRecovery?: (owner: string) => void
}

interface Task extends Job {
  readonly record: ProgramRecord
  readonly timeout: number
  readonly resolve: (outputs: readonly string[], isLong: boolean) => void
  readonly reject: (error: Error, isLong: boolean) => void
}

/** Queue usage of all owners or of one owner. */
interface Share {
  count: number
  /** Characters. */
  size: number
}

interface Thread {
  task: Task | undefined
  /** The task has been running for longer than a slice. */
  isLong: boolean
  readonly start: (task: Task) => void
  /** Stops the program without a result. The thread can no longer be used. */
  readonly interrupt: () => Task | undefined
  readonly end: (error: Error) => Promise<void>
}

/** Timeouts of a program of an owner. */
interface ProgramRecord {
  readonly owner: string
  /** Number of timeouts in a row. Undefined before the first run has finished. */
  timeouts: number | undefined
  /** The last run took longer than a slice. */
  isLong: boolean
  pause: JqPause | undefined
}

/** The default of EMQX for `jq_function_default_timeout`. */
const defaultTimeout = 10_000
/** Limit for the JavaScript heap of a thread. jq itself uses the memory of its WASM module. */
const heapMegabytes = 256

/** After this many timeouts in a row, a program is paused. After each pause it gets one more attempt. */
const timeoutsBeforePause = 3
/** After each further timeout the pause is twice as long, up to this factor. */
const maxPauseFactor = 16
/** Milliseconds that a program keeps a thread for which programs of other rules wait. */
const sliceMs = 500
const maxRecords = 1000
const pausedMessage = `the program is paused, because it exceeded its time limit ${timeoutsBeforePause} times in a row`

class TimeoutError extends Error {}
/** The program failed with its own error within the time limit. */
class ProgramError extends Error {}

const sizeOf = ({ program, json }: Job) => program.length + json.length
const isTrusted = ({ record }: Task) => record.timeouts === 0 && !record.isLong
const isSuspect = ({ record }: Task) => (record.timeouts ?? 0) > 0 || record.isLong

/**
 * Threads that run jq, so that a slow or endless program delays only its own rule. Threads are started on demand and
 * kept. A thread is replaced when its program must be stopped. The last thread is reserved for programs whose last run
 * was short. Programs whose last run was not share one thread. A program that runs for longer than a slice while programs
 * of other rules wait is interrupted and starts again on that thread, so endless programs delay each other, but no
 * other rule: a program has no effects besides its result.
 */
export function createJqThreads({
  most = 3,
  maxQueueLength = 10_000,
  maxQueueBytes = 64 * 1024 * 1024,
  pause = 60_000,
  onPause = () => {},
  onRecovery = () => {},
}: JqThreadsOptions = {}): JqThreads {
  const threads = new Set<Thread>()
  const waiting: Task[] = []
  const total: Share = { count: 0, size: 0 }
  const shares = new Map<string, Share>()
  let isClosed = false
  /** By owner and program, in the order of their last runs. */
  const records = new BoundedMap<string, ProgramRecord>(maxRecords, recover)
  const maxUnreserved = Math.max(1, most - 1)

  const shareOf = (owner: string) => shares.get(owner) ?? { count: 0, size: 0 }
  /** An owner can use at most as much of the queue as is free, so that it cannot fill the queue alone. */
  function hasRoom(owner: string, size: number): boolean {
    const share = shareOf(owner)
    if (share.count >= maxQueueLength - total.count) return false
    // A single program may exceed the size limit, because no other program waits.
    return total.count === 0 || share.size + size <= maxQueueBytes - total.size
  }
  function countWaiting({ record: { owner }, ...job }: Task, sign: 1 | -1): void {
    const size = sizeOf(job) * sign
    const share = shareOf(owner)
    shares.set(owner, { count: share.count + sign, size: share.size + size })
    if (share.count + sign === 0) shares.delete(owner)
    total.count += sign
    total.size += size
  }
  function takeOut(task: Task): void {
    waiting.splice(waiting.indexOf(task), 1)
    countWaiting(task, -1)
  }

  const pausedRecords = (owner: string) => [...records.values()].filter((one) => one.owner === owner && one.pause)

  function recordOf(owner: string, program: string): ProgramRecord {
    // A hash, because programs can come from messages and can be large.
    const key = `${owner}\0${createHash('sha256').update(program).digest('base64')}`
    const record = records.get(key) ?? { owner, timeouts: undefined, isLong: false, pause: undefined }
    records.set(key, record)
    return record
  }
  function removeRecords(keys: readonly string[]): void {
    for (const key of keys) {
      const record = records.get(key)
      records.delete(key)
      if (record) recover(record)
    }
  }
  function recover(record: ProgramRecord): void {
    if (!record.pause) return
    record.pause = undefined
    if (pausedRecords(record.owner).length === 0) onRecovery(record.owner)
  }
  function endedInTime(record: ProgramRecord, isLong: boolean): void {
    record.timeouts = 0
    record.isLong = isLong
    recover(record)
  }
  function timedOut({ record, program, timeout }: Task): void {
    record.timeouts = (record.timeouts ?? 0) + 1
    // If the record was removed meanwhile, its owner has changed.
    if (record.timeouts < timeoutsBeforePause || ![...records.values()].includes(record)) return
    const factor = Math.min(2 ** (record.timeouts - timeoutsBeforePause), maxPauseFactor)
    record.pause = { program, until: Date.now() + pause * factor, timeout }
    onPause(record.owner, record.pause)
    for (const waitingTask of waiting.filter((one) => one.record === record)) {
      takeOut(waitingTask)
      waitingTask.reject(new Error(pausedMessage), false)
    }
  }

  const nextToStart = (): number => {
    const running = [...threads].flatMap((thread) => thread.task ?? [])
    const owners = running.map(({ record }) => record.owner)
    const busy = new Set(owners.filter((owner) => owners.filter((one) => one === owner).length >= maxUnreserved))
    const hasUnreserved = running.filter((one) => !isTrusted(one)).length < maxUnreserved
    const hasSuspect = running.some(isSuspect)
    return waiting.findIndex(
      (task) =>
        !busy.has(task.record.owner) && (isTrusted(task) || (hasUnreserved && !(hasSuspect && isSuspect(task)))),
    )
  }
  /** Makes room for programs of other rules that are not known to be long. */
  function interruptLong(): boolean {
    const thread = [...threads].find(
      ({ task, isLong }) =>
        isLong &&
        task &&
        !isSuspect(task) &&
        waiting.some((other) => !isSuspect(other) && other.record.owner !== task.record.owner),
    )
    const task = thread?.interrupt()
    if (!task) return false
    task.record.isLong = true
    waiting.unshift(task)
    countWaiting(task, 1)
    return true
  }
  /** Assigns queued tasks to idle threads. */
  const distribute = () => {
    while (waiting.length > 0) {
      const idle = [...threads].find(({ task }) => task === undefined)
      const at = idle || threads.size < most ? nextToStart() : -1
      const task = waiting[at]
      if (!task) {
        if (interruptLong()) continue
        return
      }
      takeOut(task)
      const thread = idle ?? open()
      thread.start(task)
    }
  }
  const open = () => {
    const thread = openThread(distribute, () => threads.delete(thread))
    threads.add(thread)
    return thread
  }

  return {
    run: (owner, program, json, timeout = defaultTimeout) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('the server is stopping'))
        const record = recordOf(owner, program)
        if ((record.pause?.until ?? 0) > Date.now()) return reject(new Error(pausedMessage))
        if (!hasRoom(owner, sizeOf({ program, json }))) return reject(new Error('too many programs are waiting'))
        const task: Task = {
          record,
          program,
          json,
          timeout,
          resolve: (outputs, isLong) => {
            endedInTime(record, isLong)
            resolve(outputs)
          },
          reject: (error, isLong) => {
            if (error instanceof TimeoutError) timedOut(task)
            if (error instanceof ProgramError) endedInTime(record, isLong)
            reject(error)
          },
        }
        waiting.push(task)
        countWaiting(task, 1)
        distribute()
      }),
    pauseOf: (owner) =>
      pausedRecords(owner)
        .flatMap((record) => record.pause ?? [])
        .filter(({ until }) => until > Date.now())
        .sort((a, b) => b.until - a.until)[0],
    forget: (owner) => removeRecords([...records.keys()].filter((key) => key.startsWith(`${owner}\0`))),
    close: async () => {
      isClosed = true
      const error = new Error('the server is stopping')
      for (const { reject } of waiting.splice(0)) reject(error, false)
      await Promise.all([...threads].map(({ end }) => end(error)))
    },
  }
}

/**
 * @param idle called when a task has finished, or has been running for longer than a slice
 * @param gone called before `idle` if the thread can no longer be used
 */
function openThread(idle: () => void, gone: () => void): Thread {
  const worker = startThread(import.meta.url, './thread.ts', './jq-thread.js', {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // The WASM runtime writes its crash message there. The rule gets it as an error.
    stderr: true,
  })
  worker.stderr.resume()
  let isReady = false
  let clock: NodeJS.Timeout | undefined
  let slice: NodeJS.Timeout | undefined

  const send = ({ program, json, timeout }: Task) => {
    worker.postMessage({ program, json } satisfies Job)
    const overdueError = new TimeoutError(`the program took longer than ${timeout} ms`)
    clock = setTimeout(() => void end(overdueError), Math.min(timeout, maxTimerMs))
    slice = setTimeout(() => {
      thread.isLong = true
      idle()
    }, sliceMs)
  }
  const release = () => {
    clearTimeout(clock)
    clearTimeout(slice)
    const { task, isLong } = thread
    thread.task = undefined
    thread.isLong = false
    // Idle threads do not keep the process alive.
    worker.unref()
    return { task, isLong }
  }
  const settle = (how: (task: Task, isLong: boolean) => void) => {
    const { task, isLong } = release()
    if (task) how(task, isLong)
    idle()
  }
  const fall = (error: Error) => {
    gone()
    settle(({ reject }, isLong) => reject(error, isLong))
  }
  const end = async (error: Error) => {
    fall(error)
    await worker.terminate()
  }
  const thread: Thread = {
    task: undefined,
    isLong: false,
    interrupt: () => {
      gone()
      const { task } = release()
      void worker.terminate()
      return task
    },
    start: (task) => {
      thread.task = task
      worker.ref()
      if (isReady) send(task)
    },
    end,
  }
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'done') settle(({ resolve }, isLong) => resolve(message.outputs, isLong))
    else if (message.kind === 'failed')
      settle(({ reject }, isLong) => reject(new ProgramError(message.message), isLong))
    else {
      isReady = true
      if (thread.task) send(thread.task)
    }
  })
  worker.on('error', ({ message }) => fall(new Error(`the program crashed jq: ${message}`)))
  worker.on('exit', () => fall(new Error('the jq thread has stopped')))
  return thread
}
