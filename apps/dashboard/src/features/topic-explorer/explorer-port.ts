import { askWorker, type WorkerCalls } from '../../lib/worker-calls.ts'
import { createExplorerAnswers, type ExplorerAnswers } from './explorer-answers.ts'

/** Where the tree is: a worker, so that the page stays free whatever comes. */
export type ExplorerPort = WorkerCalls<ExplorerAnswers>

export const createExplorerPort = (): ExplorerPort =>
  typeof Worker === 'undefined'
    ? answerHere()
    : askWorker<ExplorerAnswers>(new Worker(new URL('./explorer.worker.ts', import.meta.url), { type: 'module' }))

/** Where there are no workers. */
function answerHere(): ExplorerPort {
  const answers: Readonly<Record<string, (...args: never[]) => unknown>> = createExplorerAnswers()
  return {
    ask: async (name, args) => answers[name]?.(...(args as never[])) as never, // by `ExplorerPort` these are its arguments and its answer
    close() {
      // Nothing is open.
    },
  }
}
