/** The functions of a worker by name. Arguments and results are copied (structured clone). */
type Answers = Readonly<Record<string, (...args: never[]) => unknown>>

/** The functions of a worker, called from the page. */
export interface WorkerCalls<Served extends Answers> {
  /** @throws Error with the worker's message, also when the worker itself has failed */
  readonly ask: <Name extends keyof Served & string>(
    name: Name,
    args: Parameters<Served[Name]>,
    transfer?: Transferable[],
  ) => Promise<ReturnType<Served[Name]>>
  /** Terminates the worker; open calls are never answered. */
  readonly close: () => void
}

interface Question {
  readonly id: number
  readonly name: string
  readonly args: readonly unknown[]
}

type Answer = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string }

/** In the worker: `serveWorkerCalls(createAnswers(), self)`. */
export function serveWorkerCalls<Served extends Answers>(
  answers: Served,
  scope: {
    addEventListener(type: 'message', listener: (event: MessageEvent<Question>) => void): void
    postMessage(message: unknown): void
  },
): void {
  scope.addEventListener('message', ({ data: { id, name, args } }) => {
    const reply = (answer: Answer) => scope.postMessage(answer)
    try {
      reply({ id, value: answers[name]?.(...(args as never[])) }) // `ask` ensures the types
    } catch (error) {
      reply({ id, error: String(error) })
    }
  })
}

type Port = Pick<Worker, 'postMessage' | 'terminate'> & {
  addEventListener(type: 'message', listener: (event: MessageEvent<Answer>) => void): void
  addEventListener(type: 'error', listener: (event: ErrorEvent) => void): void
}

/** In the page: `connectWorker<Served>(new Worker(new URL('./x.worker.ts', import.meta.url), { type: 'module' }))`. */
export function connectWorker<Served extends Answers>(worker: Port): WorkerCalls<Served> {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let fault: Error | undefined
  worker.addEventListener('message', ({ data }) => {
    const call = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) call?.reject(new Error(data.error))
    else call?.resolve(data.value as never) // the result of the called function
  })
  worker.addEventListener('error', ({ message }) => {
    // The worker may have failed to start: later calls would never be answered.
    fault = new Error(message)
    for (const { reject } of waiting.values()) reject(fault)
    waiting.clear()
  })
  return {
    ask: (name, args, transfer = []) =>
      new Promise((resolve, reject) => {
        if (fault) return reject(fault)
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        const question: Question = { id, name, args }
        worker.postMessage(question, transfer)
      }),
    close() {
      worker.terminate()
      waiting.clear()
    },
  }
}

/** Calls the functions without a worker, for tests and environments without workers. */
export function callInProcess<Served extends Answers>(answers: Served): WorkerCalls<Served> {
  return {
    ask: async (name, args) => answers[name]?.(...args) as ReturnType<Served[typeof name]>, // the type ensures that it exists
    close() {
      // Nothing to close.
    },
  }
}
