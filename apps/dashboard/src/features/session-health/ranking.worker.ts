import { serveCalls } from '../../lib/worker-calls.ts'
import { createRankingAnswers } from './ranking-port.ts'

serveCalls(createRankingAnswers(), self)
