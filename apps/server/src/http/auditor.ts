import type { EndpointShape } from '@mqdeck/contract'
import type { FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Identity } from './identity.ts'

/** A call with its response. */
export interface AuditedCall {
  readonly endpoint: EndpointShape
  /** Undefined if the caller was not authenticated. */
  readonly identity: Identity | undefined
  /** Address of the caller, without port. */
  readonly peer: string
  readonly params: unknown
  /** Request body as received. Undefined if it was not read. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly status: number
  /** Body of an error response. */
  readonly failure: string
  /** Milliseconds. */
  readonly duration: number
}

/** Interface between the HTTP server and the audit log. */
export interface Auditor {
  isOn(): boolean
  /** Resolves when the entry is stored. Never rejects. */
  record(call: AuditedCall): Promise<void>
}

/** Errors have a code and a message. */
const maxFailure = 4096

/** Before the response is sent, so that the caller can find the entry. */
export function auditAnswer(
  endpoint: EndpointShape,
  auditor: Auditor,
  identityOf: (request: FastifyRequest) => Identity | undefined,
): Pick<RouteShorthandOptions, 'preValidation' | 'onSend'> {
  /** Requests that arrived while the log was enabled: the request that disables it is recorded, too. */
  const watched = new WeakSet<FastifyRequest>()
  return {
    preValidation: async (request) => {
      if (auditor.isOn()) watched.add(request)
    },
    onSend: async (request, reply, payload) => {
      if (!watched.has(request) && !auditor.isOn()) return
      await auditor.record({
        endpoint,
        identity: identityOf(request),
        peer: request.ip,
        params: request.params,
        body: request.body,
        headers: request.headers,
        status: reply.statusCode,
        failure: reply.statusCode >= 400 ? textOf(payload) : '',
        duration: Math.round(reply.elapsedTime),
      })
    },
  }
}

const textOf = (payload: unknown) =>
  typeof payload === 'string' || payload instanceof Uint8Array
    ? Buffer.from(payload.slice(0, maxFailure)).toString()
    : ''
