import { serveWorkerCalls } from '../../../lib/browser/worker-calls.ts'
import { createDecoderCalls } from './decoder-calls.ts'

serveWorkerCalls(createDecoderCalls(), self)
