import { type EndpointShape, readInput } from '@mqdeck/contract'
import type { FastifyRequest } from 'fastify'

/**
 * Parameters, query and body as the endpoint's schemas read them.
 * @throws {AppError} 400 in EMQX's words
 */
export function parseRequest(endpoint: EndpointShape, request: FastifyRequest) {
  return {
    params: endpoint.params && readInput(endpoint.params, request.params),
    query: endpoint.query && readInput(endpoint.query, request.query),
    body: endpoint.body && readBody(endpoint.body, request.body, endpoint.upload !== undefined),
  }
}

function readBody(schema: NonNullable<EndpointShape['body']>, body: unknown, isMaybeForm: boolean): unknown {
  if (body === undefined && isMaybeForm) return undefined
  // As EMQX: no body is an empty object, whose required fields are then missed by name.
  return readInput(schema, body ?? {})
}
