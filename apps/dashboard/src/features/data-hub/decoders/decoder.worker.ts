import { serveWorkerCalls } from '../../../lib/worker-calls.ts'
import { createDecoderCalls } from './decoder-calls.ts'

serveWorkerCalls(createDecoderCalls(), self)
