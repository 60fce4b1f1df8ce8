import { serveWorkerCalls } from '../../lib/worker-calls.ts'
import { createRankingCalls } from './ranking-port.ts'

serveWorkerCalls(createRankingCalls(), self)
