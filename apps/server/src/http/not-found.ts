import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendBody } from './send-body.ts'

/** Handles a request whose path has no route. */
export type UnknownPathHandler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

const page = '<html><head><title>404 - NOT FOUND</title></head><body><h1>404 - NOT FOUND</h1></body></html>'

/** EMQX's response to an unknown path. JSON for callers that accept only JSON. */
export const notFound: UnknownPathHandler = (request, reply) =>
  request.headers.accept === 'application/json'
    ? sendBody(reply, 404, { code: 'NOT_FOUND', message: 'Not found' })
    : reply.code(404).header('content-type', 'text/html').send(page)
