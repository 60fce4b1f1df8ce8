import { serveWorkerCalls } from '../../lib/worker-calls.ts'
import { createExplorerAnswers } from './explorer-answers.ts'

serveWorkerCalls(createExplorerAnswers(), self)
