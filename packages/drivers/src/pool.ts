import { AnswerError } from './errors.ts'

/** How to open and close a connection. */
export interface PoolType<C> {
  /** Must reject on timeout. `onLost` must be called if the connection closes unexpectedly. */
  readonly open: (onLost: () => void) => Promise<C>
  /** Closes the connection immediately. */
  readonly destroy: (connection: C) => void
}

/** A pool of connections. They are opened on demand, and broken ones are not reused. */
export interface Pool<C> {
  /**
   * Waits for a free connection and uses it exclusively. Takes at most `ms` milliseconds in total, less if `given` is
   * aborted. A connection that is late or has failed is closed, except after an AnswerError.
   */
  readonly use: <T>(ms: number, work: (connection: C) => Promise<T>, given?: AbortSignal) => Promise<T>
  /** Closes all connections. Pending and running work is rejected. */
  readonly close: () => void
}

interface Waiting<C> {
  readonly take: (connection: C) => void
  readonly refuse: (error: unknown) => void
}

export function createPool<C>({ open, destroy }: PoolType<C>, size: number): Pool<C> {
  const all = new Set<C>()
  const idle: C[] = []
  const waiting: Waiting<C>[] = []
  const working = new Set<Waiting<C>>()
  let opening = 0
  let isClosed = false

  return {
    use: (ms, work, given) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('the connection was closed'))
        if (given?.aborted) return reject(new Error('given up'))
        let current: C | undefined
        const place: Waiting<C> = {
          take(connection) {
            current = connection
            working.add(place)
            work(connection).then(
              (result) => end(() => resolve(result), true),
              (error: unknown) => end(() => reject(error), error instanceof AnswerError),
            )
          },
          refuse: (error) => end(() => reject(error), false),
        }
        const giveUp = (why: string) => {
          const index = waiting.indexOf(place)
          if (index >= 0) waiting.splice(index, 1)
          end(() => reject(new Error(why)), false)
        }
        const timer = setTimeout(() => giveUp(`no answer within ${ms} ms`), ms)
        const onGivenUp = () => giveUp('given up')
        given?.addEventListener('abort', onGivenUp)
        // Calling it again has no effect: the promise is settled and the connection returned or closed.
        function end(settle: () => void, isUsable: boolean) {
          clearTimeout(timer)
          given?.removeEventListener('abort', onGivenUp)
          working.delete(place)
          const connection = current
          current = undefined
          settle()
          if (connection === undefined) return
          if (isUsable) giveBack(connection)
          else drop(connection)
        }
        waiting.push(place)
        serve()
      }),
    close() {
      isClosed = true
      for (const place of [...waiting.splice(0), ...working]) place.refuse(new Error('the connection was closed'))
      for (const connection of [...all]) drop(connection)
    },
  }

  /** Assigns idle connections to waiting work and opens more if necessary. */
  function serve(): void {
    while (waiting.length > 0 && idle.length > 0) {
      const [connection, place] = [idle.pop(), waiting.shift()]
      if (connection !== undefined) place?.take(connection)
    }
    while (!isClosed && opening < waiting.length && all.size + opening < size) openOne()
  }

  function openOne(): void {
    opening += 1
    let isLost = false
    let opened: C | undefined
    const onLost = () => {
      isLost = true
      if (opened !== undefined) drop(opened)
    }
    open(onLost).then(
      (connection) => {
        opening -= 1
        opened = connection
        all.add(connection)
        if (isLost) drop(connection)
        else giveBack(connection)
      },
      (error: unknown) => {
        opening -= 1
        // Reject the work that has waited longest; the rest gets another attempt.
        waiting.shift()?.refuse(error)
        serve()
      },
    )
  }

  function giveBack(connection: C): void {
    if (!all.has(connection)) return
    if (isClosed) {
      drop(connection)
      return
    }
    idle.push(connection)
    serve()
  }

  function drop(connection: C): void {
    if (!all.delete(connection)) return
    const index = idle.indexOf(connection)
    if (index >= 0) idle.splice(index, 1)
    destroy(connection)
    serve()
  }
}
