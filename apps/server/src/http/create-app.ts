import { randomUUID } from 'node:crypto'
import type { ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '@mqdeck/kit'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { limitBody, longestRequest } from './body-timeout.ts'
import { createErrorHandler } from './error-map.ts'
import { foreignHost } from './host-check.ts'
import { readJson } from './json-body.ts'
import { notFound, type UnknownPathHandler } from './not-found.ts'
import { setSecurityHeaders } from './security-headers.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

const bodyLimit = 8 * 1024 * 1024
/** A client id has up to 65 535 bytes, each of them three characters when encoded. */
const longestPath = 3 * 65_535

/** For every server that hands its requests to the app. */
export const httpOptions: ServerOptions = {
  requestTimeout: longestRequest,
  // A connection that has not sent its headers by then is closed: slow ones must not hold all connections.
  headersTimeout: 5000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 72_000,
  maxHeaderSize: longestPath + 16_384,
}

export interface AppOptions {
  readonly log: Log
  readonly onUnknownPath?: UnknownPathHandler
  readonly proxies?: TrustedProxies
  /** Host names the server answers to; any when missing. */
  readonly isOwnHost?: (name: string, socket: Socket) => boolean
}

/** The HTTP server without any route: bodies, errors, headers that every answer carries, access log. */
export function createApp({
  log,
  onUnknownPath = notFound,
  isOwnHost = () => true,
  proxies,
}: AppOptions): FastifyInstance {
  const onError = createErrorHandler(log)
  const refuseForeignHost = ({ headers: { host = '' }, raw }: FastifyRequest) => {
    if (!isOwnHost(host, raw.socket)) throw foreignHost()
  }
  const app = Fastify({
    bodyLimit,
    trustProxy: proxies ? (address: string) => proxies.isTrusted(address) : false,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: longestPath, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply) // no hook runs for a path that cannot be read
      onError(error, request, reply)
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
    readJson(body),
  )
  app.setErrorHandler(onError)
  app.addHook('onRequest', async (request, reply) => {
    limitBody(request.raw)
    setSecurityHeaders(reply)
    refuseForeignHost(request)
    // Here instead of in Fastify's handler for it: that one would read the body first, of whoever sends one.
    return request.is404 ? onUnknownPath(request, reply) : undefined
  })
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? ''
    // Whoever follows the log would read of nothing but himself.
    if (!log.isEnabled('debug') || path.includes('/mqdeck/log_files/')) return done()
    log.debug(
      {
        request: request.id,
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'http_request_answered',
    )
    done()
  })
  return app
}
