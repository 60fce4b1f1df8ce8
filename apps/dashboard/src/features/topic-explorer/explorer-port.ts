import { callInProcess, connectWorker, type WorkerCalls } from '../../lib/worker-calls.ts'
import { createExplorerAnswers, type ExplorerAnswers } from './explorer-answers.ts'

/** Where the tree is: a worker, so that the page stays free whatever comes. */
export type ExplorerPort = WorkerCalls<ExplorerAnswers>

export const createExplorerPort = (): ExplorerPort =>
  typeof Worker === 'undefined'
    ? callInProcess(createExplorerAnswers())
    : connectWorker<ExplorerAnswers>(new Worker(new URL('./explorer.worker.ts', import.meta.url), { type: 'module' }))
