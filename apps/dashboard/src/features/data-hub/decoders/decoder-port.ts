import { connectWorker, type WorkerCalls } from '../../../lib/browser/worker-calls.ts'
import type { DecodeResult, DecoderCalls, Decoding, SchemaCheck } from './decoder-calls.ts'

/** Milliseconds after which decoding is interrupted: schemas and payloads can take exponential time together. */
const limit = 5000

let worker: Promise<WorkerCalls<DecoderCalls>> | undefined

/** The worker has the libraries, and is started with the first question. */
async function start(): Promise<WorkerCalls<DecoderCalls>> {
  if (typeof Worker !== 'undefined')
    return connectWorker<DecoderCalls>(new Worker(new URL('./decoder.worker.ts', import.meta.url), { type: 'module' }))
  const [{ callInProcess }, { createDecoderCalls }] = await Promise.all([
    import('../../../lib/browser/worker-calls.ts'),
    import('./decoder-calls.ts'),
  ])
  return callInProcess(createDecoderCalls())
}

type Slow = { readonly fault: { readonly reason: 'tooSlow' } }

async function within<T>(ask: (calls: WorkerCalls<DecoderCalls>) => Promise<T>): Promise<T | Slow> {
  worker ??= start()
  const used = worker
  const calls = await used
  let timer: ReturnType<typeof setTimeout> | undefined
  const slow = new Promise<Slow>((resolve) => {
    timer = setTimeout(() => {
      calls.close()
      if (worker === used) worker = undefined
      resolve({ fault: { reason: 'tooSlow' } })
    }, limit)
  })
  try {
    return await Promise.race([ask(calls), slow])
  } catch (error) {
    // The worker could not be loaded, or has failed: the next question starts another one.
    calls.close()
    if (worker === used) worker = undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}

export const checkSchema = (schema: Parameters<DecoderCalls['check']>[0]): Promise<SchemaCheck> =>
  within((calls) => calls.ask('check', [schema]))

export const decodePayload = (decoding: Decoding, bytes: Uint8Array): Promise<DecodeResult> =>
  within((calls) => calls.ask('decode', [decoding, bytes]))
