import { serveWorkerCalls } from '../../lib/worker-calls.ts'
import { createExplorerCalls } from './explorer-calls.ts'

serveWorkerCalls(createExplorerCalls(), self)
