import type { IncomingMessage } from 'node:http'
import { publicBodyTimeoutMs } from '../../http/body-timeout.ts'

/**
 * A request body that is read while it is forwarded, and not before. If a node cannot be reached, the body is still
 * complete.
 */
export interface RequestBody {
  /** Body for one attempt. Null if there is none. */
  readonly open: () => AsyncIterable<Buffer> | null
  /** Nothing was read yet, or everything read is still buffered. */
  readonly isWhole: () => boolean
  /** Discards the rest, so that the caller reads the response. */
  readonly drain: () => void
}

/** Maximum bytes that are buffered for a second attempt. */
const maxKept = 64 * 1024
/** Milliseconds for which a caller may keep a connection to a node waiting. */
const drainTimeoutMs = 60_000
/** Bytes per millisecond: 16 KiB per second. */
const slowestRate = 16.384

/**
 * @param isKnown whether the cluster has issued the token of the caller. Other callers get five seconds, and more as
 *   long as they send at a minimum rate
 */
export function readBody(request: IncomingMessage, isKnown: boolean): RequestBody {
  if (!hasBody(request)) return { open: () => null, isWhole: () => true, drain: () => request.resume() }
  const source = request.iterator({ destroyOnReturn: false })
  const kept: Buffer[] = []
  let size = 0
  let state: 'untouched' | 'begun' | 'complete' = 'untouched'
  /** Milliseconds spent waiting for the caller. The time for which a node does not read does not count. */
  let waited = 0
  const timeLeft = () => (isKnown ? drainTimeoutMs : publicBodyTimeoutMs + size / slowestRate - waited)
  const next = async () => {
    const timer = setTimeout(() => request.destroy(), timeLeft())
    const start = performance.now()
    try {
      return await source.next()
    } finally {
      clearTimeout(timer)
      waited += performance.now() - start
    }
  }

  async function* read(): AsyncGenerator<Buffer> {
    if (state !== 'untouched') return yield* kept
    state = 'begun'
    for (let got = await next(); got.done !== true; got = await next()) {
      const chunk: Buffer = got.value
      size += chunk.length
      if (size <= maxKept) kept.push(chunk)
      else kept.length = 0
      yield chunk
    }
    state = 'complete'
  }
  return {
    open: read,
    isWhole: () => state === 'untouched' || (state === 'complete' && size <= maxKept),
    drain: () => {
      const timer = setTimeout(() => request.destroy(), Math.max(0, timeLeft())).unref()
      request.once('close', () => clearTimeout(timer))
      // Resolves with the pending chunk. A caller that disconnected is not an error here.
      const drained = source.return?.() ?? Promise.resolve()
      void drained.catch(() => {}).finally(() => request.resume())
    },
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
