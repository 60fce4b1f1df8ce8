import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { type ReceivedRequest, startHttpServer, type TestHttpServer } from '../http-server.ts'
import type { Route } from './api-document.ts'
import type { Cluster } from './cluster.ts'
import { type ClusterOptions, createCluster } from './create-cluster.ts'
import { read } from './handle-get.ts'
import { change } from './handle-write.ts'
import { type Call, nowhere, ok, type ReplayedResponse, refuse } from './response.ts'

export interface ReplayerOptions extends ClusterOptions {
  /** The second of two nodes is down from the start. */
  readonly stopped?: boolean
  /** Milliseconds before every response. */
  readonly latency?: number
}

export interface ReplayedRequest {
  readonly method: string
  /** As sent, with its query. */
  readonly path: string
  /** `performance.now()` when the request was complete. */
  readonly at: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Index of the node, 0 or 1. */
  readonly node: number
}

export interface Replayer {
  /** URL of the first node: `http://127.0.0.1:1234` */
  readonly url: string
  readonly urls: readonly string[]
  /** All requests so far, oldest first. */
  readonly requests: readonly ReplayedRequest[]
  clearRequests(): void
  /** Delay in milliseconds from now on. */
  setLatency(milliseconds: number): void
  /** Stops a node, and starts it again on the same port. The others report its state. */
  down(node: number): Promise<void>
  up(node: number): Promise<void>
  /**
   * The node accepts connections and does not respond, as a paused process. The others wait for it before they respond to
   * anything that concerns the cluster, until `resume`.
   */
  hang(node: number): void
  resume(): void
  stop(): Promise<void>
}

/**
 * A fake EMQX 5.8.9 cluster that replays recorded responses of a real one (`conformance/contract`), for tests of clients of a cluster.
 * User `admin` / `public`; with the seed also the viewer `viewer1` / `Abcd1234!`.
 *
 * As in EMQX:
 * - every recorded GET: of an empty and a filled node, of two nodes, and of two nodes of which one is down; `/schemas/*`,
 *   `/api-docs/swagger.json`, 404 for paths that an edition does not have, 405 for methods that a path does not have;
 * - sign-in, tokens, API keys, the viewer role, and the error of each;
 * - lists: page, limit and meta, filters (`like_`, `match_`, equality), cursors of `/clients_v2`, 404 and 400 as recorded;
 * - created, changed and deleted objects, with the defaults of the OpenAPI document. Unknown and missing fields at the top level of a
 *   body are rejected, and secrets are masked. A recorded call gets its recorded response;
 * - gateways: all operations, with state; with the option `gateways`, all eight kinds are loaded and have clients;
 * - ExHook servers: all operations, with state; with the option `exhooks`, three servers in different states;
 * - plugins: all operations, with state, but no package can be allowed; with the option `plugins`, three in different states;
 * - relations: users of a connector, rules of an action, subscriptions of a client, retained messages.
 *
 * Not as in EMQX:
 * - there is nothing behind the API: connectors are always connected, metrics do not change, messages are not delivered, nothing expires;
 * - values are not validated below the first level of a body, nor are SQL, addresses and durations;
 * - data of an item that was not recorded is that of another item, or has the shape of the document with zeros;
 * - of the open-source edition only the sign-in and one schema were recorded (see editions.ts); the second node responds like the first;
 * - samples of the monitor are shifted so that the last one is current;
 * - other writes that were not recorded get 400 with a message: uploads, rule tests with other SQL, rebalancing. Files cannot be
 *   downloaded.
 */
export async function startReplayer(options: ReplayerOptions = {}): Promise<Replayer> {
  const { nodes: count = 1, stopped = false } = options
  const isUp = [true, count === 2 && !stopped]
  const cluster = createCluster(options, isUp)
  const requests: ReplayedRequest[] = []
  let latency = options.latency ?? 0
  const servers: TestHttpServer[] = []
  let hanging: number | undefined
  const held = new Set<() => void>()
  for (let node = 0; node < count; node++) {
    const server = await startHttpServer()
    server.answer((request, response) => {
      const { method, target, headers, body } = request
      requests.push({ method, path: target, at: performance.now(), headers, body, node })
      const give = () => send(response, answerTo(cluster, request, node))
      const isHeld = hanging === node || (hanging !== undefined && isOfCluster(cluster, request))
      if (isHeld) held.add(give)
      else if (latency > 0) setTimeout(give, latency)
      else give()
    })
    servers.push(server)
  }
  const serverOf = (node: number) => {
    const server = servers[node]
    if (!server) throw new Error(`node ${node} does not exist`)
    return server
  }
  if (stopped && count === 2) await serverOf(1).down()
  const urls = servers.map(({ origin }) => origin)
  return {
    url: urls[0] ?? '',
    urls,
    requests,
    clearRequests: () => void requests.splice(0),
    setLatency(milliseconds) {
      latency = milliseconds
    },
    async down(node) {
      isUp[node] = false
      await serverOf(node).down()
    },
    async up(node) {
      await serverOf(node).up()
      isUp[node] = true
    },
    hang(node) {
      hanging = node
    },
    resume() {
      hanging = undefined
      for (const give of held) give()
      held.clear()
    },
    stop: async () => void (await Promise.all(servers.map((server) => server.down()))),
  }
}

/** Whether a node asks the others before it responds. Every node has its own state, sessions and settings. */
function isOfCluster({ document }: Cluster, { method, target }: ReceivedRequest): boolean {
  const { pathname } = new URL(target, 'http://replayer')
  const route = pathname.startsWith('/api/v5/') ? document.route(pathname.slice('/api/v5'.length)) : undefined
  const isOpen = JSON.stringify(route?.operations.get(method)?.security) === '[]'
  return route !== undefined && !isOpen && !(method === 'GET' && /^\/(configs|users|api_key|banned)/.test(route.path))
}

function answerTo(cluster: Cluster, request: ReceivedRequest, node: number): ReplayedResponse {
  const { pathname, searchParams: query } = new URL(request.target, 'http://replayer')
  if (pathname === '/api-docs/swagger.json') return ok(cluster.document.raw)
  if (pathname === '/status') return answerTo(cluster, { ...request, target: `/api/v5${request.target}` }, node)
  const route = pathname.startsWith('/api/v5/') ? cluster.document.route(pathname.slice('/api/v5'.length)) : undefined
  if (!route) return nowhere
  const { method, headers } = request
  const operation = route.operations.get(method)
  if (!operation) return { status: 405, headers: { allow: [...route.operations.keys()].join(', ') } }
  const body = bodyOf(request)
  if (body === broken) return refuse(400, 'BAD_REQUEST', 'Invalid json message received')
  if (route.path === '/login') return cluster.sessions.login(body, node)
  const isOpen = JSON.stringify(operation.security) === '[]'
  const identity = isOpen ? { user: undefined } : cluster.sessions.check(headers, method, route, node)
  if ('status' in identity) return identity
  if (route.path === '/logout') return cluster.sessions.logout(headers)
  const call: Call = { method, route: withoutNode(cluster, route), query, headers, body, user: identity.user, node }
  return method === 'GET' ? read(cluster, call) : change(cluster, call)
}

/** `/nodes/{node}/connectors/...` works on one node, `/connectors/...` on all. Here both are the same. */
function withoutNode({ document, nodes }: Cluster, route: Route): Route {
  const { node } = route.params
  const rest = /^\/nodes\/\{node\}(\/.+\/\{operation\})$/.exec(route.template)?.[1]
  if (rest === undefined || node === undefined || !nodes().includes(node)) return route
  return document.route(route.path.split('/').slice(3).join('/').replace(/^/, '/')) ?? route
}

const broken = Symbol('not JSON')

function bodyOf({ body, headers }: ReceivedRequest): unknown {
  if (body === '') return undefined
  if (!String(headers['content-type']).startsWith('application/json')) return body
  try {
    return JSON.parse(body)
  } catch {
    return broken
  }
}

function send(response: ServerResponse, { status, json, text, type, headers }: ReplayedResponse): void {
  const body = json === undefined ? (text ?? '') : JSON.stringify(json)
  const content = json === undefined ? type : 'application/json'
  response.writeHead(status, {
    ...headers,
    ...(content !== undefined && { 'content-type': content }),
    ...(status !== 204 && { 'content-length': Buffer.byteLength(body) }),
    server: 'Cowboy',
  })
  response.end(status === 204 ? undefined : body)
}
