import type { FastifyReply } from 'fastify'

/** Text as `text/plain` unless a handler said otherwise, all else as JSON. As bytes: to text Fastify would add a charset, which EMQX does not send. */
export function sendBody(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  const [type, bytes] = typeof body === 'string' ? ['text/plain', body] : ['application/json', JSON.stringify(body)]
  if (!reply.hasHeader('content-type')) reply.header('content-type', type)
  return reply.code(status).header('cache-control', 'no-store').send(Buffer.from(bytes))
}
