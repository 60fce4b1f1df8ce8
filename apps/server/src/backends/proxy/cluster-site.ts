import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getListenerCertificate, listNodeUrls, messageOf } from '@mqdeck/contract'
import type { Clock, Log, TrustedProxies } from '@mqdeck/kit'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createApp } from '../../http/create-app.ts'
import type { UnknownPathHandler } from '../../http/not-found.ts'
import { dataHeaders } from '../../http/security-headers.ts'
import { sendBody } from '../../http/send-body.ts'
import type { Site } from '../../http/sites.ts'
import { readPeerCertificate } from '../../http/tls-peer.ts'
import { createWebSocketGateway, type WebSocketGateway } from '../../http/web-socket-gateway.ts'
import { ConfigError } from '../../start-options/config-error.ts'
import { type ClusterProxy, createProxy } from './proxy.ts'
import { reasonOf } from './reasons.ts'
import { isUnsafePath } from './unsafe-path.ts'
import { createWebSocketBackend } from './web-socket-backend.ts'

export interface ClusterSiteOptions {
  /** Site at `/@name/`. Undefined at the root. */
  readonly name: string | undefined
  readonly urls: readonly string[]
  readonly caFile: string | undefined
  /** Handles requests that are not for the cluster: the dashboard. */
  readonly onUnknownPath: UnknownPathHandler
  readonly isOwnHost: (host: string, socket: Socket) => boolean
  /** Whether MQTT over WebSocket is forwarded. */
  readonly webSocket: boolean
  readonly proxies: TrustedProxies
  readonly clock: Clock
  readonly log: Log
}

export interface ClusterSite extends Site {
  readonly close: () => Promise<void>
}

/**
 * The dashboard in front of a cluster.
 * @throws {ConfigError} if the file of CA certificates cannot be read
 */
export async function createClusterSite(options: ClusterSiteOptions): Promise<ClusterSite> {
  const { name, urls, caFile, onUnknownPath, isOwnHost, webSocket, proxies, clock, log } = options
  const ca = caFile === undefined ? undefined : readAuthorities(caFile)
  const proxy = createProxy({ name: name ?? 'main', urls, ca, proxies, clock, log })
  const app = createApp({ log, onUnknownPath, isOwnHost, proxies })
  const gateway = createWebSocketGateway({ backend: createWebSocketBackend(proxy, ca), isOwnHost, proxies, log })
  serveOwnApi(app, gateway, proxy, clock)
  await app.ready()
  return {
    name,
    handle(request: IncomingMessage, response: ServerResponse) {
      const url = request.url ?? ''
      const isPassed = isOfCluster(url) && !isOwnApi(url) && isOwnHost(request.headers.host ?? '', request.socket)
      if (isPassed && isUnsafePath(url)) refusePath(response)
      else if (isPassed) proxy.handle(request, response)
      else app.routing(request, response)
    },
    onUpgrade: (request, socket, head) => webSocket && gateway.onUpgrade(request, socket, head),
    close: async () => {
      gateway.close()
      await app.close()
      await proxy.close()
    },
  }
}

/** Paths that EMQX serves from its API. All other paths are files of its own dashboard. */
const isOfCluster = (url: string) => /^\/(api\/v5|api-docs|status)([/?]|$)/.test(url)

function refusePath(response: ServerResponse): void {
  const message = 'The path must not contain empty segments and the segments . and ..'
  const body = JSON.stringify({ code: 'BAD_REQUEST', message })
  const length = { 'content-length': Buffer.byteLength(body), connection: 'close' }
  response.writeHead(400, { ...Object.fromEntries(dataHeaders), 'content-type': 'application/json', ...length })
  response.end(body)
}

/** Endpoints that only MQDeck has. A cluster would log a warning for each request to them. */
const isOwnApi = (url: string) => /^\/api\/v5\/mqdeck([/?]|$)/.test(url)

/** Paths of {@link serveOwnApi}, for the dashboard: it requests no others. */
export const proxyPaths = [getListenerCertificate, listNodeUrls].map(({ path }) => path)

/** The MQDeck endpoints that this server handles itself. The others exist only with the embedded broker. */
function serveOwnApi(app: FastifyInstance, gateway: WebSocketGateway, proxy: ClusterProxy, clock: Clock): void {
  app.get<{ Params: { id: string } }>('/api/v5/mqdeck/listeners/:id/certificate', async (request, reply) => {
    const { params, headers, ip } = request
    const found = await gateway.find(params.id, { authorization: headers.authorization ?? '', peer: ip })
    if ('status' in found) return refuse(reply, found.status)
    const [place] = found.places
    if (!place?.tls) return refuse(reply, 404)
    try {
      return sendBody(reply, 200, await readPeerCertificate({ ...place, ca: place.tls.ca }, clock.now()))
    } catch (error) {
      return refuse(reply, 502, `${place.host}:${place.port}: ${reasonOf(error)}`)
    }
  })
  app.get(`/api/v5${listNodeUrls.path}`, async ({ headers: { authorization = '' } }, reply) => {
    try {
      // The cluster decides who may read its nodes.
      const { status } = await proxy.ask('/api/v5/nodes', authorization)
      return status === 200 ? sendBody(reply, 200, proxy.nodes()) : refuse(reply, status)
    } catch {
      return refuse(reply, 503)
    }
  })
  app.all('/api/v5/mqdeck', (_, reply) => refuse(reply, 404))
  app.all('/api/v5/mqdeck/*', (_, reply) => refuse(reply, 404))
}

const refusals: Readonly<Record<number, readonly [code: string, message: string]>> = {
  401: ['BAD_TOKEN', 'Sign in again'],
  403: ['UNAUTHORIZED_ROLE', 'This user has no permission to read the listeners'],
  404: ['NOT_FOUND', 'Not found'],
}

function refuse(reply: FastifyReply, status: number, reason?: string): FastifyReply {
  const [code, message] = refusals[status] ?? ['SERVICE_UNAVAILABLE', 'The cluster does not respond']
  return sendBody(reply, status, { code, message: reason ?? message })
}

function readAuthorities(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError([`${file}: ${messageOf(error)}`])
  }
}
