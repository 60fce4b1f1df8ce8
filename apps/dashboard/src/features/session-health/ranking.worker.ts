import { serveWorkerCalls } from '../../lib/browser/worker-calls.ts'
import { createRankingCalls } from './ranking-port.ts'

serveWorkerCalls(createRankingCalls(), self)
