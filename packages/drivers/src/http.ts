import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { longestTimer, type ResourceType } from '@mqdeck/kit'
import type { Client } from 'undici'
import { AnswerError, messageOf } from './errors.ts'
import { spread } from './spread.ts'
import { readTlsOptions, type TlsSettings } from './tls.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With its query; both encoded. */
  readonly path: string
  /** Those that speak of the connection itself (RFC 9110, 7.6.1) are left away: it has its own. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Requests with the same key go over the same connection; without one, over that with the least to do. */
  readonly key?: string
  /** Bytes of the answer that are wanted; the rest is not read, however much it is. All of it unless given. */
  readonly cutAt?: number
}

export interface HttpAnswer {
  readonly status: number
  /** Empty when it was not said. */
  readonly contentType: string
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
  /** There is more of it than was wanted. */
  readonly isCut?: boolean
}

/** One HTTP server, reached through a few connections that are kept open. */
export interface HttpConnection {
  /**
   * The answer, whatever its status; redirects are answers like any other.
   * @param ms of everything together: waiting for a connection, opening it, the answer
   * @param given gives it up earlier
   * @throws {AnswerError} (rejects) the answer is too long; any other error means that the connection failed. None has words
   *   of the request in it.
   */
  readonly request: (request: HttpRequest, ms: number, given?: AbortSignal) => Promise<HttpAnswer>
  readonly close: () => void
}

export interface HttpSettings {
  /** `https://host:8443`; nothing after the port. */
  readonly origin: string
  readonly pool_size: number
  /** Requests that may be under way on one connection. */
  readonly enable_pipelining: number
  /** Milliseconds. */
  readonly connect_timeout: number
  readonly ssl: TlsSettings
  /** Relative names of files mean this folder. */
  readonly folder: string
}

/** Bytes that the body of an answer may have. */
export const longestAnswer = 1024 * 1024

/** Connected as long as the server takes connections, TLS included; no request of ours is made to find that out. */
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

async function openConnection(settings: HttpSettings): Promise<HttpConnection> {
  const { Client: HttpClient, errors } = await import('undici')
  const clients = Array.from({ length: settings.pool_size }, () => createClient(HttpClient, settings))
  return {
    async request({ method, path, headers, body, key, cutAt }, ms, given) {
      const late = AbortSignal.timeout(Math.min(ms, longestTimer))
      const signal = given ? AbortSignal.any([late, given]) : late
      try {
        const answer = await clientFor(clients, key).request({
          method,
          path,
          headers: endToEnd(headers),
          body: body ?? null,
          signal,
          // Each may be under way beside others, and is sent again when the connection is lost: questions change nothing, and
          // what actions send arrives at least once in any case.
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
          throw new AnswerError(`the answer has more than ${longestAnswer} bytes`)
        throw new Error(messageOf(error))
      }
    },
    close() {
      for (const client of clients) client.destroy().catch(() => undefined)
    },
  }
}

/** Leaving the loop early ends the stream, and with it the connection. */
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
    maxResponseSize: longestAnswer,
    connect: (_, done) => {
      openSocket(settings).then(
        (socket) => done(null, socket),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
      )
    },
  })

function clientFor(clients: readonly Client[], key: string | undefined): Client {
  const own = key === undefined ? undefined : clients[spread(key, clients.length)]
  return own ?? leastBusy(clients)
}

/** One that is open already, among those with as little to do. */
function leastBusy(clients: readonly Client[]): Client {
  const load = ({ stats }: Client) => 2 * stats.size + (stats.connected ? 0 : 1)
  return clients.reduce((best, client) => (load(client) < load(best) ? client : best))
}

/** Certificates are read anew for each connection. */
async function openSocket({ origin, ssl, folder, connect_timeout: patience }: HttpSettings): Promise<Socket> {
  const url = new URL(origin)
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  const tls = isSecure ? await readTlsOptions(ssl, { host, folder }) : undefined
  if (isSecure && !tls) throw new Error('TLS is off, and the address begins with https')
  return new Promise((resolve, reject) => {
    const place = { host, port, noDelay: true, keepAlive: true }
    const socket = tls ? connectTls({ ...place, ...tls }) : connectTcp(place)
    const timer = setTimeout(
      () => fail(new Error(`no connection within ${patience} ms`)),
      Math.min(patience, longestTimer),
    )
    const fail = (error: unknown) => {
      clearTimeout(timer)
      socket.destroy()
      reject(new Error(messageOf(error)))
    }
    socket.once('error', fail)
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      // Who uses it has a listener of its own, a moment later.
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
