import { callInProcess, connectWorker, type WorkerCalls } from '../../lib/browser/worker-calls.ts'
import { createExplorerCalls, type ExplorerCalls } from './explorer-calls.ts'

/** Connection to the worker that keeps the tree, so that traffic does not block the page. */
export type ExplorerPort = WorkerCalls<ExplorerCalls>

export const createExplorerPort = (): ExplorerPort =>
  typeof Worker === 'undefined'
    ? callInProcess(createExplorerCalls())
    : connectWorker<ExplorerCalls>(new Worker(new URL('./explorer.worker.ts', import.meta.url), { type: 'module' }))
