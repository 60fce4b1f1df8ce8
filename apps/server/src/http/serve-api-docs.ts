import type { FastifyInstance } from 'fastify'

/** The OpenAPI document; needs no token, as in EMQX. */
export function serveApiDocs(app: FastifyInstance, document: object): void {
  const body = Buffer.from(JSON.stringify(document))
  app.get('/api-docs/swagger.json', (_request, reply) => reply.header('content-type', 'application/json').send(body))
}
