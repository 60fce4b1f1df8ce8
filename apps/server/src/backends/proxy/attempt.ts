import type { ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import { type RawHeaders, toAnswerHeaders, valuesOf } from './headers.ts'
import type { ClusterNode } from './nodes.ts'

/** What is asked of a node. */
export interface Asked {
  readonly method: string
  /** With its query, byte for byte as it came. */
  readonly path: string
  readonly headers: string[]
  readonly body: AsyncIterable<Buffer> | null
}

/** An answer that was kept back. */
export interface Held {
  readonly status: number
  readonly statusText: string
  readonly headers: RawHeaders
  readonly body: Buffer
}

export type Outcome =
  /** The answer goes to the caller, or has gone as far as it could. */
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'held'; readonly answer: Held }
  /** No answer came. When nothing was sent, the node cannot have done anything. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly sent: boolean }

export interface AttemptOptions {
  readonly node: ClusterNode
  readonly asked: Asked
  readonly response: ServerResponse
  /** Ends the attempt: the caller has gone, or nobody believes any more that the node will answer. */
  readonly signal: AbortSignal
  /** Headers of this server's own, besides those of the answer. */
  readonly ownHeaders: () => RawHeaders
  /** Whether an answer with this status is kept back to be looked at; a long one never is. */
  readonly holds: (status: number) => boolean
  /** Sees what passes of a body, and undefined at its end. */
  readonly tap?: (status: number, headers: RawHeaders, chunk: Buffer | undefined) => void
}

/** Milliseconds that a caller may leave an answer unread: a connection to the node waits for as long. */
const readingPause = 300_000

/** Bytes of an answer that can be kept back. */
const longestHeld = 64 * 1024

/** Sends one request to one node and its answer to the caller; nothing is kept of either, both go as fast as the slower side. */
export function attempt({ node, asked, response, signal, ownHeaders, holds, tap }: AttemptOptions): Promise<Outcome> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined
    let held: { status: number; statusText: string; headers: string[]; chunks: Buffer[] } | undefined
    let answered: { readonly status: number; readonly headers: RawHeaders } | undefined

    const giveUp = () => {
      controller?.abort(toError(signal.reason))
      finish({ kind: 'failed', error: signal.reason, sent: controller !== undefined })
    }
    const finish = (outcome: Outcome) => {
      signal.removeEventListener('abort', giveUp)
      clearTimeout(stalled)
      resolve(outcome)
    }
    let stalled: NodeJS.Timeout | undefined
    const resume = () => {
      clearTimeout(stalled)
      controller?.resume()
    }

    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp)
    node.pool.dispatch(
      {
        method: asked.method as Dispatcher.HttpMethod, // any token that Node's parser has let through
        path: `${node.path}${asked.path}`,
        headers: asked.headers,
        // undici reads it asynchronously; its type knows of streams only.
        body: asked.body as Dispatcher.DispatchOptions['body'],
      } as Dispatcher.DispatchOptions,
      {
        onRequestStart(started) {
          // undici would send it again over another connection.
          if (controller !== undefined || signal.aborted) return started.abort(new Error('not sent twice'))
          controller = started
        },
        onResponseStart(started, status, _, statusText = '') {
          if (status < 200) return
          const raw = toText(started.rawHeaders)
          const headers = toAnswerHeaders(raw)
          if (holds(status) && isShort(raw)) {
            held = { status, statusText, headers, chunks: [] }
            return
          }
          answered = { status, headers }
          sendHead(response, status, statusText, [...headers, ...ownHeaders()])
          response.on('drain', resume)
        },
        onResponseData(started, chunk) {
          if (held) return void held.chunks.push(chunk)
          if (answered) tap?.(answered.status, answered.headers, chunk)
          if (response.write(chunk)) return
          started.pause()
          clearTimeout(stalled)
          stalled = setTimeout(() => response.destroy(), readingPause).unref()
        },
        onResponseEnd(started) {
          if (held) return finish({ kind: 'held', answer: { ...held, body: Buffer.concat(held.chunks) } })
          if (!answered) return
          tap?.(answered.status, answered.headers, undefined)
          response.off('drain', resume)
          addTrailers(response, toText(started.rawTrailers))
          response.end()
          finish({ kind: 'answered', status: answered.status })
        },
        onResponseError(_, error) {
          // Half an answer: only a connection that breaks tells the caller.
          if (answered) {
            response.destroy()
            return finish({ kind: 'answered', status: answered.status })
          }
          finish({ kind: 'failed', error, sent: controller !== undefined })
        },
      },
    )
  })
}

/** Sends an answer that was kept back. */
export function sendHeld(response: ServerResponse, { status, statusText, headers, body }: Held): void {
  sendHead(response, status, statusText, headers)
  response.end(body)
}

function sendHead(response: ServerResponse, status: number, statusText: string, headers: RawHeaders): void {
  response.sendDate = false
  // Node takes names and values by turns, which its type for changeable arrays says.
  response.writeHead(status, statusText, [...headers])
  response.flushHeaders()
}

/** Only a body in chunks can have them: RFC 9112, 7.1.2. */
function addTrailers(response: ServerResponse, trailers: RawHeaders): void {
  if (trailers.length === 0 || !response.chunkedEncoding) return
  const pairs: [string, string][] = []
  for (let i = 0; i + 1 < trailers.length; i += 2) pairs.push([trailers[i] ?? '', trailers[i + 1] ?? ''])
  response.addTrailers(pairs)
}

function isShort(headers: RawHeaders): boolean {
  const [length] = valuesOf(headers, 'content-length')
  return length !== undefined && Number(length) <= longestHeld
}

type Raw = Dispatcher.DispatchController['rawHeaders']

/** undici gives bytes; Node wants them as text of the same bytes. */
const toText = (raw: Raw): string[] =>
  Array.isArray(raw) ? raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1'))) : []

const toError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))
