import type { FastifyInstance } from 'fastify'

/** How long a browser may remember that it may. */
const rememberedSeconds = 600

/** Lets pages of other origins call the API while `isOn` says so (the Fetch standard's CORS protocol). Tokens are headers, not cookies. */
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
