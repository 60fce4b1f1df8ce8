import { serveWorkerCalls } from '../../lib/worker-calls.ts'
import { createRankingAnswers } from './ranking-port.ts'

serveWorkerCalls(createRankingAnswers(), self)
