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
    // As EMQX: no body is an empty object, whose required fields are then missed by name.
    body: endpoint.body && readInput(endpoint.body, request.body ?? {}),
  }
}
