import type { ServerResponse } from 'node:http'
import { toError } from '@mqdeck/contract'
import type { Dispatcher } from 'undici'
import { type RawHeaders, toAnswerHeaders, valuesOf } from './headers.ts'
import type { ClusterNode } from './nodes.ts'

/** A request to a node. */
export interface NodeRequest {
  readonly method: string
  /** With the query, byte for byte as received. */
  readonly path: string
  readonly headers: string[]
  readonly body: AsyncIterable<Buffer> | null
}

/** A buffered response. */
export interface BufferedResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: RawHeaders
  readonly body: Buffer
}

export type AttemptResult =
  /** The response is sent to the caller, or was sent as far as possible. */
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'held'; readonly answer: BufferedResponse }
  /** No response. If nothing was sent, the node cannot have executed anything. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly sent: boolean }

export interface AttemptOptions {
  readonly node: ClusterNode
  readonly nodeRequest: NodeRequest
  readonly response: ServerResponse
  /** Aborts the attempt, because the caller disconnected or the node is considered dead. */
  readonly signal: AbortSignal
  /** Headers that this server adds to a response with this status. */
  readonly ownHeaders: (status: number) => RawHeaders
  /** Maximum bytes of a response that is buffered instead of sent. Undefined: it is sent. */
  readonly buffers: (status: number, headers: RawHeaders) => number | undefined
  /** Receives each chunk of the body, and undefined at its end. */
  readonly tap?: (status: number, headers: RawHeaders, chunk: Buffer | undefined) => void
}

/** Milliseconds for which a caller may stop reading. The connection to the node waits for this time. */
const readingPause = 300_000

/**
 * Sends one request to one node and streams the response to the caller. Nothing is stored, and both directions are as
 * fast as the slower side.
 */
export function attempt({
  node,
  nodeRequest,
  response,
  signal,
  ownHeaders,
  buffers,
  tap,
}: AttemptOptions): Promise<AttemptResult> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined
    let held: { status: number; statusText: string; headers: string[]; chunks: Buffer[] } | undefined
    let answered: { readonly status: number; readonly headers: RawHeaders } | undefined

    const giveUp = () => {
      controller?.abort(toError(signal.reason))
      finish({ kind: 'failed', error: signal.reason, sent: controller !== undefined })
    }
    const finish = (outcome: AttemptResult) => {
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
        method: nodeRequest.method as Dispatcher.HttpMethod, // any method that Node's parser accepts
        path: `${node.path}${nodeRequest.path}`,
        headers: nodeRequest.headers,
        // undici supports async iterables, but its type declares only streams.
        body: nodeRequest.body as Dispatcher.DispatchOptions['body'],
      } as Dispatcher.DispatchOptions,
      {
        onRequestStart(started) {
          // undici would repeat the request over another connection.
          if (controller !== undefined || signal.aborted) return started.abort(new Error('not sent twice'))
          controller = started
        },
        onResponseStart(started, status, _, statusText = '') {
          if (status < 200) return
          const raw = toText(started.rawHeaders)
          const headers = toAnswerHeaders(raw)
          const most = buffers(status, raw)
          if (most !== undefined && lengthOf(raw) <= most) {
            held = { status, statusText, headers, chunks: [] }
            return
          }
          answered = { status, headers }
          sendHead(response, status, statusText, [...headers, ...ownHeaders(status)])
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
          // The response is incomplete. Closing the connection is the only way to report this to the caller.
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

/** Sends a buffered response. */
export function sendBuffered(
  response: ServerResponse,
  { status, statusText, headers, body }: BufferedResponse,
  ownHeaders: RawHeaders,
): void {
  sendHead(response, status, statusText, [...headers, ...ownHeaders])
  response.end(body)
}

function sendHead(response: ServerResponse, status: number, statusText: string, headers: RawHeaders): void {
  response.sendDate = false
  // Node accepts alternating names and values, but its type for mutable arrays does not declare it.
  response.writeHead(status, statusText, [...headers])
  response.flushHeaders()
}

/** Only a chunked body can have trailers: RFC 9112, 7.1.2. */
function addTrailers(response: ServerResponse, trailers: RawHeaders): void {
  if (trailers.length === 0 || !response.chunkedEncoding) return
  const pairs: [string, string][] = []
  for (let i = 0; i + 1 < trailers.length; i += 2) pairs.push([trailers[i] ?? '', trailers[i + 1] ?? ''])
  response.addTrailers(pairs)
}

/** A response without a length is never buffered. */
const lengthOf = (headers: RawHeaders): number =>
  Number(valuesOf(headers, 'content-length')[0] ?? Number.POSITIVE_INFINITY)

type Raw = Dispatcher.DispatchController['rawHeaders']

/** undici returns bytes. Node expects them as latin1 text. */
const toText = (raw: Raw): string[] =>
  Array.isArray(raw) ? raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1'))) : []
