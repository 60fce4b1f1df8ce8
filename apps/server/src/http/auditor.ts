import type { EndpointShape } from '@mqdeck/contract'
import type { FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Identity } from './identity.ts'

/** A call as it was answered. */
export interface AuditedCall {
  readonly endpoint: EndpointShape
  /** Missing when nobody proved who it is. */
  readonly identity: Identity | undefined
  /** Address of the caller, without port. */
  readonly peer: string
  readonly params: unknown
  /** As it came; undefined when it was not read. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly status: number
  /** The body of an answer that is not good. */
  readonly failure: string
  /** Milliseconds. */
  readonly duration: number
}

/** What the HTTP layer needs of whoever writes down who changed what. */
export interface Auditor {
  isOn(): boolean
  /** Resolves when it is written; never rejects. */
  record(call: AuditedCall): Promise<void>
}

/** Failures are told by a code and a sentence. */
const longestFailure = 4096

/** Before the answer leaves: whoever has it can find the entry. */
export function auditAnswer(
  endpoint: EndpointShape,
  auditor: Auditor,
  identityOf: (request: FastifyRequest) => Identity | undefined,
): Pick<RouteShorthandOptions, 'preValidation' | 'onSend'> {
  /** Requests that came while it was on: the one that turns it off is written down too. */
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
    ? Buffer.from(payload.slice(0, longestFailure)).toString()
    : ''
