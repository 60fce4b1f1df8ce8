import { ApiError, type EndpointShape, type QueryInput, requestUrl } from '@mqdeck/contract'
import { useConnection } from './connection.tsx'
import { deployment } from './deployment.ts'
import { isExpiry, RequestFailure } from './session-fetch.ts'

export interface FileToSend {
  readonly endpoint: EndpointShape & { readonly upload: string }
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: QueryInput
  readonly file: File
  /** Bytes that are on their way, of `total`; the form around the file counts too. */
  readonly onProgress: (sent: number, total: number) => void
  /** Aborts this file and nothing else. */
  readonly signal: AbortSignal
}

/** Sends a file and resolves to the answer. Rejects as every call does; `fetch` cannot tell how far it is. */
export function useSendFile(): (sending: FileToSend) => Promise<unknown> {
  const { session } = useConnection()
  return async (sending) => {
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
    return text // of someone between us and the broker
  }
}
