import { type EndpointShape, readInput } from '@mqdeck/contract'
import type { FastifyRequest } from 'fastify'

/**
 * Parses parameters, query and body with the schemas of the endpoint.
 * @throws {AppError} 400 with EMQX's message
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
  // As in EMQX, a missing body is an empty object, so that missing fields are reported by name.
  return readInput(schema, body ?? {})
}
