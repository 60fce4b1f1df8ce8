import type { FastifyInstance } from 'fastify'

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
