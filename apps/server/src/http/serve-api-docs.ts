import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { notFound } from './not-found.ts'

/** Creates the document. Awaits `pause` now and then. */
type Build = (pause: () => Promise<void>) => Promise<object>

/**
 * Serves the OpenAPI document while `isOn` returns true. Needs no token, as in EMQX. The document is created on the
 * first request, because it is rarely needed, and with pauses, so that clients are not delayed.
 */
export function serveApiDocs(app: FastifyInstance, build: Build, isOn: () => boolean): void {
  let body: Promise<Buffer> | undefined
  const render = async () => Buffer.from(JSON.stringify(await build(() => setImmediate())))
  app.get('/api-docs/swagger.json', async (request, reply) => {
    if (!isOn()) return notFound(request, reply)
    body ??= render()
    return reply.header('content-type', 'application/json').send(await body)
  })
}
