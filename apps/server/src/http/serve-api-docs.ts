import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { notFound } from './not-found.ts'

/** Puts the document together; awaits `pause` now and then. */
type Build = (pause: () => Promise<void>) => Promise<object>

/**
 * The OpenAPI document, while `isOn` says so; needs no token, as in EMQX. It is put together when it is first asked for, because
 * hardly anybody does, and between other work, because clients would wait.
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
