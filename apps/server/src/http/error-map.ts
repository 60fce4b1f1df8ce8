import { AppError } from '@mqdeck/contract'
import type { Log } from '@mqdeck/kit'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { sendBody } from './send-body.ts'

/**
 * Converts every error to EMQX's `{code, message}`. Unexpected errors are logged, and the response contains only the ID
 * of the log entry.
 */
export function createErrorHandler(log: Log) {
  return (error: FastifyError | AppError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof DeclaredError) return sendBody(reply, error.status, error.body)
    const known = error === request.raw.errored ? interrupted() : toAppError(error)
    if (known) {
      const { status, code, message, retryAfter } = known
      if (retryAfter === undefined) return sendBody(reply, status, { code, message })
      reply.header('retry-after', String(retryAfter))
      return sendBody(reply, status, { code, message, retry_after: retryAfter })
    }
    log.error({ request: request.id, route: request.routeOptions.url, error }, 'http_request_failed')
    const message = `Internal server error. The log entry has the ID ${request.id}`
    return sendBody(reply, 500, { code: 'INTERNAL_ERROR', message })
  }
}

/** The caller has disconnected before the body was complete. Anyone can do this at any rate, so it is not logged. */
const interrupted = () => new AppError('BAD_REQUEST', 'The body is incomplete')

function toAppError(error: FastifyError | AppError | Error): AppError | undefined {
  if (error instanceof AppError) return error
  switch ('code' in error ? error.code : undefined) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('UNSUPPORTED_MEDIA_TYPE', 'content-type:application/json Required')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('BAD_REQUEST', 'The body is too large', { status: 413 })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('BAD_REQUEST', 'The length of the body does not match the Content-Length header')
    case 'FST_ERR_BAD_URL':
      return new AppError('BAD_REQUEST', 'The path is not correctly encoded')
    default:
      return isRefusal(error) ? new AppError('BAD_REQUEST', error.message, { status: error.statusCode }) : undefined
  }
}

/** Other reasons for which Fastify rejects a request. Its own errors have status 500. */
const isRefusal = (error: Error): error is FastifyError & { readonly statusCode: number } =>
  'code' in error &&
  String(error.code).startsWith('FST_ERR_') &&
  'statusCode' in error &&
  Number(error.statusCode) >= 400 &&
  Number(error.statusCode) < 500

/** A response of `otherErrors`, which is not `{code, message}`. */
export class DeclaredError extends Error {
  readonly status: number
  readonly body: unknown
  override readonly name = 'DeclaredError'

  constructor(status: number, body: unknown) {
    super(`answered ${status}`)
    this.status = status
    this.body = body
  }
}
