import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from '@mqdeck/testkit'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** An HTTP server that serves keys, and misbehaves on demand. */
export interface JwksServer {
  readonly url: string
  /** How many requests have come. */
  readonly requests: () => number
  /** From now on. */
  serve(...keys: readonly object[]): void
  answer(how: Answer): void
  /** Resolves with the next request. */
  asked(): Promise<IncomingMessage>
  /** Takes it off the network, and back to the same port. */
  down(): Promise<void>
  up(): Promise<void>
}

export async function startJwksServer(certificate?: Certificate): Promise<JwksServer> {
  let requests = 0
  let answer: Answer = (_, response) => void response.writeHead(404).end()
  let waiting: ((request: IncomingMessage) => void)[] = []
  const onRequest: Answer = (request, response) => {
    requests += 1
    for (const tell of waiting.splice(0)) tell(request)
    answer(request, response)
  }
  const server: Server = certificate ? createTlsServer(certificate, onRequest) : createServer(onRequest)
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve)
    })
  await listen(0)
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}/keys`,
    requests: () => requests,
    serve(...keys) {
      answer = (_, response) => void response.end(JSON.stringify({ keys }))
    },
    answer(how) {
      answer = how
    },
    asked: () =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve]
      }),
    down: () =>
      new Promise((resolve) => {
        if (!server.listening) return resolve()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    up: () => listen(port),
  }
}
