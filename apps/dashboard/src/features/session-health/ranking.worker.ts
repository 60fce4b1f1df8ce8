import { serveCalls } from '../../lib/worker-calls.ts'
import { createRankingCalls } from './ranking-port.ts'

serveCalls(createRankingCalls(), self)
