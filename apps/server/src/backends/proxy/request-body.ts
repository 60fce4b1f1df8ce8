import type { IncomingMessage } from 'node:http'

/** A body that is read while it is sent on, and not before: a node that cannot be reached has taken nothing of it. */
export interface RequestBody {
  /** For one attempt; null when there is none. */
  readonly open: () => AsyncIterable<Buffer> | null
  /** Nothing was read yet, or all of it is still here. */
  readonly isWhole: () => boolean
  /** Reads what nobody wants any more, so that the caller comes to read the answer. */
  readonly drain: () => void
}

/** Bytes that are kept for a second attempt. */
const longestKept = 64 * 1024
/** Milliseconds that a caller may keep a connection to a node waiting. */
const patience = 60_000

export function readBody(request: IncomingMessage): RequestBody {
  if (!hasBody(request)) return { open: () => null, isWhole: () => true, drain: () => request.resume() }
  const source = request.iterator({ destroyOnReturn: false })
  const kept: Buffer[] = []
  let size = 0
  let state: 'untouched' | 'begun' | 'complete' = 'untouched'
  const next = async () => {
    const timer = setTimeout(() => request.destroy(), patience)
    try {
      return await source.next()
    } finally {
      clearTimeout(timer)
    }
  }

  async function* read(): AsyncGenerator<Buffer> {
    if (state !== 'untouched') return yield* kept
    state = 'begun'
    for (let got = await next(); got.done !== true; got = await next()) {
      const chunk: Buffer = got.value
      size += chunk.length
      if (size <= longestKept) kept.push(chunk)
      else kept.length = 0
      yield chunk
    }
    state = 'complete'
  }
  return {
    open: read,
    isWhole: () => state === 'untouched' || (state === 'complete' && size <= longestKept),
    drain: () => {
      const timer = setTimeout(() => request.destroy(), patience).unref()
      request.once('close', () => clearTimeout(timer))
      // Ends when the chunk has come that is waited for; a caller that has gone away is no error here.
      const drained = source.return?.() ?? Promise.resolve()
      void drained.catch(() => {}).finally(() => request.resume())
    },
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
