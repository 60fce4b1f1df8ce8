import { randomUUID } from 'node:crypto'
import type { Log } from '@mqdeck/kit'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { createErrorHandler } from './error-map.ts'
import { readJson } from './json-body.ts'
import { notFound, type UnknownPathHandler } from './not-found.ts'
import { securityHeaders } from './security-headers.ts'

const bodyLimit = 8 * 1024 * 1024
/** A client id has up to 65 535 bytes, each of them three characters when encoded. */
const longestPath = 3 * 65_535

/** The HTTP server without any route: bodies, errors, headers that every answer carries, access log. */
export function createApp(log: Log, onUnknownPath: UnknownPathHandler = notFound): FastifyInstance {
  const onError = createErrorHandler(log)
  const app = Fastify({
    bodyLimit,
    requestTimeout: 60_000,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    http: { maxHeaderSize: longestPath + 16_384 },
    routerOptions: { maxParamLength: longestPath, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => void onError(error, request, reply),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
    readJson(body),
  )
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onUnknownPath)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of securityHeaders) reply.raw.setHeader(name, value)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?', 1)[0]
    log.debug(
      {
        request: request.id,
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'Answered',
    )
    done()
  })
  return app
}
