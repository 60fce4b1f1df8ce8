import type { FastifyInstance } from 'fastify'
import { notFound } from './not-found.ts'

/** The OpenAPI document, while `isOn` says so; needs no token, as in EMQX. */
export function serveApiDocs(app: FastifyInstance, document: object, isOn: () => boolean): void {
  const body = Buffer.from(JSON.stringify(document))
  app.get('/api-docs/swagger.json', (request, reply) =>
    isOn() ? reply.header('content-type', 'application/json').send(body) : notFound(request, reply),
  )
}
