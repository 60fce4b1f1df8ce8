import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from './certificate.ts'

/** A complete request. */
export interface ReceivedRequest {
  readonly method: string
  /** As sent, with its query. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The same as bytes, for bodies that are not text. */
  readonly bytes: Buffer
}

export type HttpAnswerer = (request: ReceivedRequest, response: ServerResponse) => void

/** Enough for a URL with the longest MQTT names, percent-encoded. */
const generous = { maxHeaderSize: 1024 * 1024 }

/** An HTTP server on 127.0.0.1 with responses from the test. */
export interface TestHttpServer {
  /** `http://127.0.0.1:1234` */
  readonly origin: string
  /** All requests so far. */
  requests(): readonly ReceivedRequest[]
  /** Replaces the handler. */
  answer(how: HttpAnswerer): void
  /** Stops listening, and listens on the same port again. */
  down(): Promise<void>
  up(): Promise<void>
}

export async function startHttpServer(certificate?: Certificate): Promise<TestHttpServer> {
  const requests: ReceivedRequest[] = []
  let answer: HttpAnswerer = (_, response) => void response.writeHead(404).end()
  const server: Server = certificate ? createTlsServer({ ...certificate, ...generous }) : createServer(generous)
  server.on('request', (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url: target = '', headers } = request
      const bytes = Buffer.concat(parts)
      const received = { method, target, headers, bytes, body: bytes.toString() }
      requests.push(received)
      answer(received, response)
    })
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(0)
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    origin: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests: () => requests,
    answer(how) {
      answer = how
    },
    down: () =>
      new Promise((resolve) => {
        if (!server.listening) return resolve()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    up: () => listen(port),
  }
}
