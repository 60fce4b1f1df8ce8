import type { Worker } from 'node:worker_threads'
import { inOrder } from './in-order.ts'

/** A thread that runs tasks one after another. It is started for the first task and ends when it has had none for a while. */
export interface TaskThread<Task, Answer> {
  /**
   * Rejects with a {@link ThreadError} if there is no answer. The next task gets a new thread then.
   * @param moved buffers of the task that are moved into the thread instead of copied
   */
  run(task: Task, moved?: readonly ArrayBuffer[]): Promise<Answer>
}

export interface TaskThreadOptions {
  /** Starts the thread, which sends one message when it is ready, and then one for each task. */
  readonly start: () => Worker
  /** Milliseconds until the thread is ready. */
  readonly startLimit: number
  /** Milliseconds for a task. */
  readonly taskLimit: number
}

/** Why a thread has not answered: it was not ready in time, the task took too long, or the thread has ended. */
export class ThreadError extends Error {
  readonly reason: 'not_started' | 'too_slow' | 'ended'

  constructor(reason: ThreadError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** Milliseconds without a task after which the thread ends. */
const idleLimit = 10_000

export function createTaskThread<Task, Answer>(options: TaskThreadOptions): TaskThread<Task, Answer> {
  const { start, startLimit, taskLimit } = options
  const serially = inOrder()
  let thread: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined

  function stop(): void {
    void thread?.terminate()
    thread = undefined
  }

  async function open(): Promise<Worker> {
    const opened = start()
    // The process can end while the thread has no task.
    opened.unref()
    const forget = () => {
      if (thread === opened) thread = undefined
    }
    // Also between two tasks: an error without a listener would end the process, and a thread that has ended never answers.
    opened.on('error', forget).on('exit', forget)
    thread = opened
    await answerOf(opened, startLimit, 'not_started')
    return opened
  }

  async function runNow(task: Task, moved: readonly ArrayBuffer[]): Promise<Answer> {
    clearTimeout(idleTimer)
    try {
      const used = thread ?? (await open())
      const answer = answerOf(used, taskLimit, 'too_slow')
      used.postMessage(task, moved)
      return (await answer) as Answer // the protocol of the thread
    } catch (error) {
      stop()
      throw error
    } finally {
      idleTimer = setTimeout(stop, idleLimit).unref()
    }
  }
  return { run: (task, moved = []) => serially(() => runNow(task, moved)) }
}

/** The next message of the thread. */
function answerOf(thread: Worker, limit: number, late: 'not_started' | 'too_slow'): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      end()
    }
    const fail = (...given: ConstructorParameters<typeof ThreadError>) =>
      settle(() => reject(new ThreadError(...given)))
    const onMessage = (message: unknown) => settle(() => resolve(message))
    const onError = (error: Error) => fail('ended', error.message, error)
    const onExit = () => fail('ended', 'the thread has ended')
    const timer = setTimeout(
      () =>
        fail(
          late,
          late === 'not_started' ? `the thread is not ready after ${limit} ms` : `it takes longer than ${limit} ms`,
        ),
      limit,
    )
    thread.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}
