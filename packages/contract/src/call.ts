import { ApiError } from './api-error.ts'
import { binaryBody, type EndpointShape, empty, type Request, type ResponseOf, textBody } from './endpoint.ts'
import { fileNameOf } from './file-name.ts'
import { type QueryInput, requestUrl } from './request-url.ts'

export interface CallOptions {
  /** Prefix of the contract's paths: `/api/v5` by default, an absolute URL outside of browsers. */
  readonly baseUrl?: string
  readonly fetch?: (url: string, init: CallInit) => Promise<Response>
  /** The bearer token for calls that need one. */
  readonly token?: () => string | undefined
  /** Called if a call that requires authentication was rejected with 401. The call rejects too. */
  readonly onUnauthorized?: (error: ApiError) => void
}

export interface CallInit extends RequestInit {
  /** Milliseconds within which a response is expected, if the endpoint declares them. */
  readonly timeoutMs?: number
}

/**
 * Calls an endpoint: `call(clients.getClient, { params: { clientid } })`. The endpoint is an argument, so that a page
 * only loads the endpoints that it uses. Resolves to the body (undefined for 204). Rejects with ApiError for error
 * responses and unexpected ones, with the error of `fetch` if there is no response, and with RangeError for a path
 * parameter that no URL can hold. Strings are sent unchanged: spaces at the ends of passwords and payloads matter.
 */
export type Call = <E extends EndpointShape>(endpoint: E, ...request: RequestOf<E>) => Promise<ResponseOf<E>>

/** The request is optional if all of its parts are. */
type RequestOf<E extends EndpointShape> =
  Record<never, never> extends Request<E> ? [request?: Request<E>] : [request: Request<E>]

export function createCall(options: CallOptions = {}): Call {
  // Only the endpoint's type knows what `send` resolves to.
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
    ...(endpoint.timeoutMs !== undefined && { timeoutMs: endpoint.timeoutMs }),
  })
  if (response.status === 204) return undefined
  if (response.ok && endpoint.ok[200] === binaryBody)
    return { filename: fileNameOf(response.headers.get('content-disposition')), content: await response.blob() }
  if (response.ok && endpoint.keepsText) return response.text()
  const parsed = await read(response)
  const kinds = Object.values(endpoint.ok)
  if (response.ok && (parsed.isJson || kinds.includes(textBody))) return parsed.body
  if (response.ok && parsed.body === '' && kinds.includes(empty)) return undefined
  const error = new ApiError(response.status, parsed.body, response.headers.get('retry-after'))
  if (response.status === 401 && endpoint.auth !== 'none') onUnauthorized?.(error)
  throw error
}

/** A body that claims to be JSON but is not counts as text: a proxy wrote it. */
async function read(response: Response): Promise<{ readonly isJson: boolean; readonly body: unknown }> {
  const body = await response.text()
  if (!response.headers.get('content-type')?.includes('application/json')) return { isJson: false, body }
  try {
    return { isJson: true, body: JSON.parse(body) }
  } catch {
    return { isJson: false, body }
  }
}
