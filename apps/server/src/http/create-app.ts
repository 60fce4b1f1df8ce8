import { randomUUID } from 'node:crypto'
import type { ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '@mqdeck/kit'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { limitBody, longestUploadMs } from './body-timeout.ts'
import { createErrorHandler } from './error-map.ts'
import { foreignHost } from './host-check.ts'
import { readJson } from './json-body.ts'
import { notFound, type UnknownPathHandler } from './not-found.ts'
import { setSecurityHeaders } from './security-headers.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

const bodyLimit = 8 * 1024 * 1024
/** A client ID has up to 65 535 bytes, each encoded as three characters. */
const longestPath = 3 * 65_535

/** Options for every HTTP server that uses the app. */
export const httpOptions: ServerOptions = {
  requestTimeout: longestUploadMs,
  // Closes connections that have not sent their headers by then, so that slow clients cannot occupy all connections.
  headersTimeout: 5000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 72_000,
  maxHeaderSize: longestPath + 16_384,
}

export interface AppOptions {
  readonly log: Log
  readonly onUnknownPath?: UnknownPathHandler
  readonly proxies?: TrustedProxies
  /** Allowed host names. Undefined: any. */
  readonly isOwnHost?: (name: string, socket: Socket) => boolean
}

/** The HTTP server without routes: bodies, errors, common response headers, access log. */
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
      setSecurityHeaders(reply) // hooks do not run for an invalid path
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
    // Here and not in Fastify's handler, which would read the body of any caller first.
    return request.is404 ? onUnknownPath(request, reply) : undefined
  })
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? ''
    // Requests that follow the log would fill it with entries about themselves.
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
