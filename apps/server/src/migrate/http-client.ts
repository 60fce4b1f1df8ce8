import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { messageOf } from '@mqdeck/contract'
import { TargetError } from './target-error.ts'

export interface HttpReply {
  readonly status: number
  /** Parsed if it is JSON, otherwise the text. */
  readonly body: unknown
}

interface HttpCall {
  readonly method: string
  /** Encoded path: `/api/v5/nodes`. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * HTTP client for one server. Redirects are not followed, the response size is limited, and requests are not retried.
 */
export interface HttpClient {
  /** @throws {TargetError} (rejects) if there is no response or an invalid one */
  call(call: HttpCall): Promise<HttpReply>
  close(): void
}

/** Timeout in milliseconds without any data. */
const timeoutMs = 30_000
/** Maximum bytes of a response. */
const largest = 32 * 1024 * 1024
const connections = 4

export interface HttpClientOptions {
  readonly url: URL
  /** PEM text of CA certificates. Default: the CAs of Node.js. */
  readonly ca?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export function createHttpClient({ url, ca, signal }: HttpClientOptions): HttpClient {
  const isSecure = url.protocol === 'https:'
  const limits = { keepAlive: true, maxSockets: connections }
  const agent = isSecure ? new HttpsAgent({ ...limits, ...(ca !== undefined && { ca }) }) : new HttpAgent(limits)
  const request = isSecure ? httpsRequest : httpRequest
  const base = url.pathname.replace(/\/$/, '')

  return {
    call: ({ method, path, headers = {}, body }) =>
      new Promise<HttpReply>((resolve, reject) => {
        const fail = (cause: unknown) => reject(unreachable(url, cause))
        const outgoing = request(
          // Not resolved relative to the URL, because `//host` would be another host.
          new URL(`${url.origin}${base}${path}`),
          {
            method,
            agent,
            timeout: timeoutMs,
            ...(signal && { signal }),
            headers: {
              accept: 'application/json',
              ...headers,
              ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
            },
          },
          (answer) => void read(answer).then(resolve, fail),
        )
        outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs / 1000} seconds`)))
        outgoing.on('error', fail)
        outgoing.end(body)
      }),
    close: () => agent.destroy(),
  }
}

async function read(answer: IncomingMessage): Promise<HttpReply> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > largest) throw new Error(`a response is larger than ${largest} bytes`) // closes the connection
    chunks.push(chunk)
  }
  const status = answer.statusCode ?? 0
  if (status >= 300 && status < 400) throw new Error('it redirects to another address. Use that address')
  const text = Buffer.concat(chunks).toString()
  return { status, body: isJson(answer) && text !== '' ? JSON.parse(text) : text }
}

const isJson = (answer: IncomingMessage) => /\bjson\b/.test(answer.headers['content-type'] ?? '')

function unreachable({ origin }: URL, cause: unknown): TargetError {
  if (cause instanceof TargetError) return cause
  const why = cause instanceof AggregateError ? cause.errors[0] : cause
  return new TargetError('unreachable', `${origin} cannot be used: ${messageOf(why)}`, {
    cause,
  })
}
