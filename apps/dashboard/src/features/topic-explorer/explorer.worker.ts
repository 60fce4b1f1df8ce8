import { serveCalls } from '../../lib/worker-calls.ts'
import { createExplorerCalls } from './explorer-calls.ts'

serveCalls(createExplorerCalls(), self)
