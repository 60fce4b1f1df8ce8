import { randomUUID } from 'node:crypto'
import type { ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '@mqdeck/contract'
import type { Log, TrustedProxies } from '@mqdeck/kit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { limitBody, maxUploadMs } from './body-timeout.ts'
import { closeSoon } from './close-soon.ts'
import { createErrorHandler } from './error-map.ts'
import { foreignHost } from './host-check.ts'
import { notFound, type UnknownPathHandler } from './not-found.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { type Asset, sendAsset, toAsset } from './static.ts'

const bodyLimit = 8 * 1024 * 1024
/** A client ID has up to 65 535 bytes, each encoded as three characters. */
const maxPathLength = 3 * 65_535

/** Options for every HTTP server that uses the app. */
export const httpOptions: ServerOptions = {
  requestTimeout: maxUploadMs,
  // Closes connections that have not sent their headers by then, so that slow clients cannot occupy all connections.
  headersTimeout: 5000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 72_000,
  maxHeaderSize: maxPathLength + 16_384,
}

interface AppOptions {
  readonly log: Log
  readonly onUnknownPath?: UnknownPathHandler
  readonly proxies?: TrustedProxies
  /** Whether no listener accepts http. */
  readonly isHttpsOnly?: () => boolean
  /** Allowed host names. Undefined: any. */
  readonly isOwnHost?: (name: string, socket: Socket) => boolean
}

/** The HTTP server without routes: bodies, errors, common response headers, access log. */
export function createApp({
  log,
  onUnknownPath = notFound,
  isOwnHost = () => true,
  isHttpsOnly = () => false,
  proxies,
}: AppOptions): FastifyInstance {
  const onError = createErrorHandler(log)
  const refuseForeignHost = ({ headers: { host = '' }, raw }: FastifyRequest) => {
    if (!isOwnHost(host, raw.socket)) throw foreignHost()
  }
  const secure = ({ raw, request }: FastifyReply) => setSecurityHeaders(raw, request.raw.socket, isHttpsOnly())
  const app = Fastify({
    bodyLimit,
    trustProxy: proxies ? (address: string) => proxies.isTrusted(address) : false,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: maxPathLength, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      secure(reply) // hooks do not run for an invalid path
      onError(error, request, reply)
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
    readJson(body),
  )
  app.setErrorHandler(onError)
  app.addHook('onRequest', async (request, reply) => {
    limitBody(request.raw, () => refuseLateBody(request, reply))
    secure(reply)
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

function refuseLateBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) return void raw.destroy()
  // Node closes the connection after the response. A caller that does not read it cannot prevent that.
  closeSoon(raw.socket)
  reply
    .header('connection', 'close')
    .send(new AppError('BAD_REQUEST', 'The body did not arrive in time', { status: 408 }))
}

/** Maximum nesting, because code that handles a body may recurse. */
const deepest = 100

/**
 * Parses a JSON body. Undefined if it is empty.
 * @throws {AppError} BAD_REQUEST with EMQX's message for invalid JSON
 */
function readJson(text: string): unknown {
  if (text === '') return undefined
  const value = parse(text)
  if (isDeeperThan(value, deepest)) throw new AppError('BAD_REQUEST', `The body nests deeper than ${deepest} levels`)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('BAD_REQUEST', 'Invalid json message received')
  }
}

/** Level by level instead of recursively. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}

/** Seconds for which browsers cache a preflight result. */
const rememberedSeconds = 600

/**
 * Allows pages of other origins to call the API while `isOn` returns true (CORS protocol of the Fetch standard). Tokens
 * are sent in headers, not in cookies.
 */
export function allowOtherOrigins(app: FastifyInstance, isOn: () => boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isOn() || request.headers.origin === undefined) return
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', 'www-authenticate')
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type')
      .header('access-control-max-age', String(rememberedSeconds))
      .send()
  })
}

/** Creates the document. Awaits `pause` now and then. */
type Build = (pause: () => Promise<void>) => Promise<object>

/**
 * Serves the OpenAPI document while `isOn` returns true. Needs no token, as in EMQX. The document is created on the
 * first request, because it is rarely needed, and with pauses, so that clients are not delayed. It is compressed once per
 * encoding.
 */
export function serveApiDocs(app: FastifyInstance, build: Build, isOn: () => boolean): void {
  const path = '/api-docs/swagger.json'
  let asset: Promise<Asset> | undefined
  const render = async () => toAsset(path, Buffer.from(JSON.stringify(await build(() => setImmediate()))))
  app.get(path, async (request, reply) => {
    if (!isOn()) return notFound(request, reply)
    asset ??= render()
    return sendAsset(request, reply, await asset)
  })
}
