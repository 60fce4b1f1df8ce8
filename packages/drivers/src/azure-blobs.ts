import { createHmac } from 'node:crypto'
import type { ResourceType } from '@mqdeck/kit'
import { AnswerError } from './errors.ts'
import { type HttpConnection, type HttpSettings, httpServiceType } from './http.ts'

export interface AzureBlobSettings extends HttpSettings {
  readonly account: string
  /** Base64. */
  readonly key: string
  /** Path before containers, empty unless the account is not in the host name. */
  readonly basePath: string
}

export interface BlobPlace {
  readonly container: string
  readonly blob: string
}

/** Azure Blob Storage. Rejects with `AnswerError` if the server rejects the request. */
export interface AzureBlobConnection {
  put(place: BlobPlace, content: string | Uint8Array, contentType: string, signal?: AbortSignal): Promise<void>
  /** The blob exists only when all parts are uploaded. */
  putParts(place: BlobPlace, parts: AsyncIterable<Uint8Array>, contentType: string): Promise<void>
  /** Resolves if the container exists and is readable. */
  checkContainer(container: string, signal?: AbortSignal): Promise<void>
  /** Resolves if the server accepts the credentials. */
  check(signal?: AbortSignal): Promise<void>
  close(): void
}

/** Connected while the server accepts the credentials. */
export const azureBlobType = (settings: AzureBlobSettings): ResourceType<AzureBlobConnection> =>
  httpServiceType(
    settings,
    (http) => open(settings, http),
    (connection, signal) => connection.check(signal),
  )

interface BlobRequest {
  readonly method: 'GET' | 'PUT'
  readonly segments?: readonly string[]
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

const version = '2021-12-02'
const timeoutMs = 30_000

function open(settings: AzureBlobSettings, http: HttpConnection): AzureBlobConnection {
  const { account, basePath } = settings
  const key = Buffer.from(settings.key, 'base64')

  async function ask(request: BlobRequest, signal?: AbortSignal): Promise<void> {
    const { method, segments = [], query = {}, headers: given = {}, body } = request
    if (segments.some((segment) => segment === '.' || segment === '..'))
      throw new AnswerError('container and blob must not contain . or .. as a path segment')
    const pathname = `${basePath}/${segments.map(encoded).join('/')}`
    const headers = { ...given, 'x-ms-date': new Date().toUTCString(), 'x-ms-version': version }
    const length = body === undefined ? 0 : Buffer.byteLength(body)
    const text = stringToSign(method, `/${account}${pathname}`, query, headers, length)
    const signature = createHmac('sha256', key).update(text).digest('base64')
    const question = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`)
    const answer = await http.request(
      {
        method,
        path: `${pathname}${question.length > 0 ? `?${question.join('&')}` : ''}`,
        headers: { ...headers, authorization: `SharedKey ${account}:${signature}` },
        ...(body !== undefined && { body }),
        // Only the code is read.
        cutAt: 4096,
      },
      timeoutMs,
      signal,
    )
    if (answer.status >= 200 && answer.status < 300) return
    throw refusal(answer.status, answer.headers['x-ms-error-code'])
  }

  const placeOf = ({ container, blob }: BlobPlace): readonly string[] => {
    if (!/^(\$root|\$web|[a-z0-9](?:-?[a-z0-9]){2,62})$/.test(container))
      throw new AnswerError('the container name is not valid: 3 to 63 lower-case letters, digits and single hyphens')
    return [container, ...blob.split('/')]
  }

  const put: AzureBlobConnection['put'] = (place, body, contentType, signal) =>
    ask(
      {
        method: 'PUT',
        segments: placeOf(place),
        headers: { 'content-type': contentType, 'x-ms-blob-type': 'BlockBlob' },
        body,
      },
      signal,
    )

  return {
    put,
    async putParts(place, parts, contentType) {
      const segments = placeOf(place)
      const ids: string[] = []
      for await (const body of parts) {
        const blockid = Buffer.from(String(ids.length).padStart(8, '0')).toString('base64')
        ids.push(blockid)
        await ask({ method: 'PUT', segments, query: { comp: 'block', blockid }, body })
      }
      const list = ids.map((id) => `<Latest>${id}</Latest>`).join('')
      await ask({
        method: 'PUT',
        segments,
        query: { comp: 'blocklist' },
        headers: { 'content-type': 'application/xml', 'x-ms-blob-content-type': contentType },
        body: `<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`,
      })
    },
    checkContainer: (container, signal) =>
      ask(
        {
          method: 'GET',
          segments: placeOf({ container, blob: '' }).slice(0, 1),
          query: { restype: 'container', comp: 'list', maxresults: '1' },
        },
        signal,
      ),
    check: (signal) => ask({ method: 'GET', query: { comp: 'list', maxresults: '1' } }, signal),
    close: http.close,
  }
}

const encoded = (text: string): string =>
  encodeURIComponent(Buffer.from(text).toString()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Authorization with a shared key: Blob service, version 2015-02-21 and later. */
function stringToSign(
  method: string,
  resource: string,
  query: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
  length: number,
): string {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-ms-'))
  return [
    method,
    '', // Content-Encoding
    '', // Content-Language
    length === 0 ? '' : String(length),
    '', // Content-MD5
    headers['content-type'] ?? '',
    ...['', '', '', '', '', ''], // Date, If-*, Range
    ...own.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, value]) => `${name}:${value}`),
    [
      resource,
      ...Object.entries(query)
        .map(([name, value]) => `${name}:${value}`)
        .sort(),
    ].join('\n'),
  ].join('\n')
}

function refusal(status: number, code: unknown): Error {
  const message = `the storage returned status ${status}${typeof code === 'string' ? `: ${code}` : ''}`
  return status >= 500 || status === 429 || status === 408 ? new Error(message) : new AnswerError(message)
}
