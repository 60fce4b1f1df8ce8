import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach } from 'vitest'
import { type RunningServer, startServer } from '../../server.ts'
import type { Settings } from '../../start-options/start-options.ts'

export interface TestNode {
  readonly url: string
  readonly port: number
  readonly server: Server
  /** Requests to `GET /api/v5/nodes`, without health probes. */
  readonly asked: string[]
  stop(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
}

const running: { stop(): Promise<unknown> }[] = []

/** Stops everything that the test started. */
export function stopAfterEach(): void {
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()))
  })
}

/** A node that handles `/status`, with its name if it has one. */
export async function startNode(answer: RequestListener, name = ''): Promise<TestNode> {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((got, response) => {
    if (got.url === '/status') return void response.end(`Node ${name} is started\nemqx is running`)
    asked.push(`${got.method} ${got.url}`)
    answer(got, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo // it listens on a port
  const node: TestNode = {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    asked,
    start: () => listen(port),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  running.push(node)
  return node
}

/** A port that nothing listens on. */
export async function deadUrl(): Promise<string> {
  const node = await startNode(() => {})
  await node.stop()
  return node.url
}

export async function startProxy(
  broker: readonly (string | TestNode)[],
  settings: Partial<Settings> = {},
): Promise<RunningServer> {
  const urls = broker.map((one) => (typeof one === 'string' ? one : one.url))
  const server = await startServer({ settings: { broker: urls, 'dashboard.port': 0, ...settings } })
  running.push(server)
  return server
}

export interface RawResponse {
  readonly status: number | undefined
  readonly statusText: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly trailers: IncomingMessage['trailers']
  readonly body: Buffer
  readonly text: string
}

export interface Question {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Buffer | Readable
}

/** A request on its own connection, with the path unchanged. */
export function ask(url: string, { method = 'GET', headers = {}, body }: Question = {}): Promise<RawResponse> {
  const [, host, path] = /^http:\/\/([^/]+)(.*)$/.exec(url) ?? []
  const { hostname, port } = new URL(`http://${host}`)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const whole = Buffer.concat(chunks)
        resolve({
          status: response.statusCode,
          statusText: response.statusMessage,
          headers: response.headers,
          rawHeaders: response.rawHeaders,
          trailers: response.trailers,
          body: whole,
          text: whole.toString(),
        })
      })
    })
    asked.on('error', reject)
    if (body instanceof Readable) body.pipe(asked)
    else asked.end(body)
  })
}
