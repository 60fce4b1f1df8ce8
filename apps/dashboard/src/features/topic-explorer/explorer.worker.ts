import { serveWorkerCalls } from '../../lib/browser/worker-calls.ts'
import { createExplorerCalls } from './explorer-calls.ts'

serveWorkerCalls(createExplorerCalls(), self)
