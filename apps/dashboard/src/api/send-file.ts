import { ApiError, type EndpointShape, type QueryInput, requestUrl } from '@mqdeck/contract'
import { useConnection } from './connection.tsx'
import { deployment } from './deployment/deployment.ts'
import { isExpiry, RequestFailure } from './session/session-fetch.ts'

export interface FileToSend {
  readonly endpoint: EndpointShape & { readonly upload: string }
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: QueryInput
  readonly file: File
  /** Bytes sent so far, of `total`, including the form around the file. */
  readonly onProgress: (sent: number, total: number) => void
  /** Aborts this upload only. */
  readonly signal: AbortSignal
}

/**
 * Uploads a file and resolves to the answer. Rejects like every call. Uses XMLHttpRequest, because `fetch` does not
 * report upload progress.
 */
export function useSendFile(): (sending: FileToSend) => Promise<unknown> {
  const { session } = useConnection()
  return async (sending) => {
    // The browser would report the response as an error of the page.
    if (deployment.isAbsent(sending.endpoint.path)) throw new ApiError(404, { code: 'NOT_FOUND', message: 'Not found' })
    const token = session.current.get()?.token
    const stop = AbortSignal.any([sending.signal, session.signal()])
    const { status, text } = await send(sending, token, stop)
    if (status >= 200 && status < 300) return parse(text)
    if (status === 401 && token === session.current.get()?.token && isExpiry(text)) session.end('expired')
    throw new ApiError(status, parse(text))
  }
}

function send(
  { endpoint: { method, path, upload, timeoutMs }, params, query, file, onProgress }: FileToSend,
  token: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> {
  const form = new FormData()
  form.append(upload, file)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    const fail = (kind: RequestFailure['kind']) => reject(new RequestFailure(kind, undefined))
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => fail('network')
    request.ontimeout = () => fail('timeout')
    request.onabort = () => fail('aborted')
    if (signal.aborted) return fail('aborted')
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open(method, requestUrl(deployment.apiUrl, path, params, query))
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.timeout = timeoutMs ?? 0
    request.send(form)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // from a proxy between the dashboard and the broker
  }
}
