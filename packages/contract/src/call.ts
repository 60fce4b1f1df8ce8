import { ApiError } from './api-error.ts'
import { type Answer, binaryBody, type EndpointShape, empty, type Request, textBody } from './endpoint.ts'
import { fileNameOf } from './file-name.ts'
import { type QueryInput, requestUrl } from './request-url.ts'

export interface CallOptions {
  /** What stands before the paths of the contract; `/api/v5` by default, an absolute URL outside of browsers. */
  readonly baseUrl?: string
  readonly fetch?: (url: string, init: CallInit) => Promise<Response>
  /** The bearer token for calls that need one. */
  readonly token?: () => string | undefined
  /** A call that needs a login was refused with 401; it rejects all the same. */
  readonly onUnauthorized?: (error: ApiError) => void
}

export interface CallInit extends RequestInit {
  /** Milliseconds in which the answer may be expected, where the endpoint says so. */
  readonly answerWithin?: number
}

/**
 * Calls an endpoint: `call(clients.getClient, { params: { clientid } })`. The endpoint is an argument, so that a page brings along
 * those it uses and no others. Resolves to the body (undefined for 204), and rejects with ApiError for an answer that is not good
 * or not what the contract says, with whatever `fetch` rejects with when there is no answer, and with RangeError for a path
 * parameter that no URL can hold. Strings go out as they are: blanks at the ends of passwords and payloads matter.
 */
export type Call = <E extends EndpointShape>(endpoint: E, ...request: RequestOf<E>) => Promise<Answer<E>>

/** The request may be left out where everything in it may. */
type RequestOf<E extends EndpointShape> =
  Record<never, never> extends Request<E> ? [request?: Request<E>] : [request: Request<E>]

export function createCall(options: CallOptions = {}): Call {
  // What `send` resolves to is only known by the endpoint's type.
  return ((endpoint: EndpointShape, request: AnyRequest = {}) => send(endpoint, request, options)) as Call
}

interface AnyRequest {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: QueryInput
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly keepalive?: boolean
}

async function send(
  endpoint: EndpointShape,
  { params, query, body, signal, keepalive }: AnyRequest,
  { baseUrl = '/api/v5', fetch = globalThis.fetch, token, onUnauthorized }: CallOptions,
): Promise<unknown> {
  const bearer = endpoint.auth === 'none' ? undefined : token?.()
  const response = await fetch(requestUrl(baseUrl, endpoint.path, params, query), {
    method: endpoint.method,
    headers: {
      accept: 'application/json, text/plain',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': endpoint.textRequest ? 'text/plain' : 'application/json' }),
    },
    ...(body !== undefined && { body: endpoint.textRequest ? String(body) : JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
    ...(endpoint.answerWithin !== undefined && { answerWithin: endpoint.answerWithin }),
  })
  if (response.status === 204) return undefined
  if (response.ok && endpoint.ok[200] === binaryBody)
    return { filename: fileNameOf(response.headers.get('content-disposition')), content: await response.blob() }
  if (response.ok && endpoint.keepsText) return response.text()
  const answer = await read(response)
  const kinds = Object.values(endpoint.ok)
  if (response.ok && (answer.isJson || kinds.includes(textBody))) return answer.body
  if (response.ok && answer.body === '' && kinds.includes(empty)) return undefined
  const error = new ApiError(response.status, answer.body, response.headers.get('retry-after'))
  if (response.status === 401 && endpoint.auth !== 'none') onUnauthorized?.(error)
  throw error
}

/** A body that claims to be JSON and is not counts as text: someone between us and the broker wrote it. */
async function read(response: Response): Promise<{ readonly isJson: boolean; readonly body: unknown }> {
  const body = await response.text()
  if (!response.headers.get('content-type')?.includes('application/json')) return { isJson: false, body }
  try {
    return { isJson: true, body: JSON.parse(body) }
  } catch {
    return { isJson: false, body }
  }
}
