import { serveCalls } from '../../lib/worker-calls.ts'
import { createExplorerAnswers } from './explorer-answers.ts'

serveCalls(createExplorerAnswers(), self)
