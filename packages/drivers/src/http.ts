import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { messageOf, toError } from '@mqdeck/contract'
import { maxTimerMs, type ResourceType } from '@mqdeck/kit'
import type { Client } from 'undici'
import { LongAnswerError } from './errors.ts'
import { spread } from './spread.ts'
import { readTlsOptions, type TlsSettings } from './tls.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Encoded path with query string. */
  readonly path: string
  /** Connection headers (RFC 9110, 7.6.1) are ignored. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Requests with the same key go over the same connection; without one, over that with the least to do. */
  readonly key?: string
  /** Maximum number of bytes of the response to read; default all. */
  readonly cutAt?: number
}

export interface HttpAnswer {
  readonly status: number
  /** Empty if the header is missing. */
  readonly contentType: string
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
  /** Whether the response is longer than what was read. */
  readonly isCut?: boolean
}

/** An HTTP server with a pool of keep-alive connections. */
export interface HttpConnection {
  /**
   * Returns the response with any status. Redirects are not followed.
   * @param ms in total, including the wait for a connection and opening it
   * @param given aborts the request
   * @throws {LongAnswerError} (rejects) the answer is too long; any other error means that the connection failed. None has words
   *   of the request in it.
   */
  readonly request: (request: HttpRequest, ms: number, given?: AbortSignal) => Promise<HttpAnswer>
  readonly close: () => void
}

export interface HttpSettings {
  /** `https://host:8443`; nothing after the port. */
  readonly origin: string
  readonly pool_size: number
  /** Maximum number of pipelined requests per connection. */
  readonly enable_pipelining: number
  /** Milliseconds. */
  readonly connect_timeout: number
  readonly ssl: TlsSettings
  /** Folder that relative file names are resolved against. */
  readonly folder: string
  /** Maximum size of a response body in bytes; default `defaultMaxAnswer`. */
  readonly maxAnswer?: number
}

/** Default maximum size of a response body in bytes. */
export const defaultMaxAnswer = 1024 * 1024

/** Connected while the server accepts connections, including TLS. The check sends no request. */
export function httpType(settings: HttpSettings): ResourceType<HttpConnection> {
  const check = async () => void (await openSocket(settings)).destroy()
  return {
    async connect() {
      await check()
      return openConnection(settings)
    },
    check,
    close: async ({ close }) => close(),
  }
}

/**
 * A service over HTTP. It is connected while `check` succeeds, because an open port does not show that the credentials are
 * valid.
 */
export function httpServiceType<C extends { readonly close: () => void }>(
  settings: HttpSettings,
  open: (http: HttpConnection) => C | Promise<C>,
  check: (connection: C, signal: AbortSignal) => Promise<void>,
): ResourceType<C> {
  const plain = httpType(settings)
  return {
    async connect(signal) {
      const http = await plain.connect(signal)
      try {
        const connection = await open(http)
        await check(connection, signal)
        return connection
      } catch (error) {
        http.close()
        throw error
      }
    },
    check,
    close: async ({ close }) => close(),
  }
}

async function openConnection(settings: HttpSettings): Promise<HttpConnection> {
  const { Client: HttpClient, errors } = await import('undici')
  const clients = Array.from({ length: settings.pool_size }, () => createClient(HttpClient, settings))
  return {
    async request({ method, path, headers, body, key, cutAt }, ms, given) {
      const late = AbortSignal.timeout(Math.min(ms, maxTimerMs))
      const signal = given ? AbortSignal.any([late, given]) : late
      try {
        const answer = await clientFor(clients, key).request({
          method,
          path,
          headers: endToEnd(headers),
          body: body ?? null,
          signal,
          // Requests are pipelined and repeated when the connection is lost. Queries change no state, and actions
          // guarantee at-least-once delivery only.
          idempotent: true,
          blocking: false,
        })
        const type = answer.headers['content-type']
        return {
          status: answer.statusCode,
          contentType: typeof type === 'string' ? type : '',
          headers: answer.headers,
          ...(cutAt === undefined ? { body: await answer.body.text() } : await readStart(answer.body, cutAt)),
        }
      } catch (error) {
        if (given?.aborted) throw new Error('given up')
        if (late.aborted) throw new Error(`no answer within ${ms} ms`)
        if (error instanceof errors.ResponseExceededMaxSizeError)
          throw new LongAnswerError(`the answer has more than ${settings.maxAnswer ?? defaultMaxAnswer} bytes`)
        throw new Error(messageOf(error))
      }
    },
    close() {
      for (const client of clients) client.destroy().catch(() => undefined)
    },
  }
}

/** Leaving the loop early closes the stream and the connection. */
async function readStart(body: AsyncIterable<Uint8Array>, cutAt: number) {
  const utf8 = new TextDecoder()
  let text = ''
  let left = cutAt
  for await (const bytes of body) {
    text += utf8.decode(bytes.subarray(0, left), { stream: true })
    left -= bytes.length
    if (left < 0) return { body: text, isCut: true }
  }
  return { body: text + utf8.decode(), isCut: false }
}

const createClient = (HttpClient: typeof Client, settings: HttpSettings): Client =>
  new HttpClient(settings.origin, {
    pipelining: settings.enable_pipelining,
    maxResponseSize: settings.maxAnswer ?? defaultMaxAnswer,
    connect: (_, done) => {
      openSocket(settings).then(
        (socket) => done(null, socket),
        (error: unknown) => done(toError(error), null),
      )
    },
  })

function clientFor(clients: readonly Client[], key: string | undefined): Client {
  const own = key === undefined ? undefined : clients[spread(key, clients.length)]
  return own ?? leastBusy(clients)
}

/** The client with the fewest requests. Among equals, a connected client. */
function leastBusy(clients: readonly Client[]): Client {
  const load = ({ stats }: Client) => 2 * stats.size + (stats.connected ? 0 : 1)
  return clients.reduce((best, client) => (load(client) < load(best) ? client : best))
}

/** Reads certificates again for each connection. */
async function openSocket({ origin, ssl, folder, connect_timeout: timeoutMs }: HttpSettings): Promise<Socket> {
  const url = new URL(origin)
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  const tls = isSecure ? await readTlsOptions(ssl, { host, folder }) : undefined
  if (isSecure && !tls) throw new Error('the URL starts with https, but TLS is disabled')
  return new Promise((resolve, reject) => {
    const place = { host, port, noDelay: true, keepAlive: true }
    const socket = tls ? connectTls({ ...place, ...tls }) : connectTcp(place)
    const timer = setTimeout(
      () => fail(new Error(`no connection within ${timeoutMs} ms`)),
      Math.min(timeoutMs, maxTimerMs),
    )
    const fail = (error: unknown) => {
      clearTimeout(timer)
      socket.destroy()
      reject(new Error(messageOf(error)))
    }
    socket.once('error', fail)
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      // The user of the socket adds its own listener a moment later.
      socket.off('error', fail).on('error', () => {})
      resolve(socket)
    })
  })
}

const ofConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'proxy-connection',
  'content-length',
  'expect',
])

const endToEnd = (headers: HttpRequest['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name.toLowerCase())))
