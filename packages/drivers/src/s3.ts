import { createHash } from 'node:crypto'
import { writeHostPort } from '@mqdeck/contract'
import type { ResourceType } from '@mqdeck/kit'
import { AnswerError } from './errors.ts'
import { type HttpAnswer, type HttpConnection, type HttpRequest, httpServiceType } from './http.ts'
import type { TlsSettings } from './tls.ts'

export interface S3Settings {
  readonly host: string
  readonly port: number
  /** Requests are not signed if either is missing. */
  readonly access_key_id?: string | undefined
  readonly secret_access_key?: string | undefined
  /** Whether the bucket is in the path or in the host name. */
  readonly access_method: 'path' | 'vhost'
  readonly pool_size: number
  /** Milliseconds. */
  readonly connect_timeout: number
  /** Milliseconds for one response. */
  readonly request_timeout: number
  /** Number of immediate retries. */
  readonly max_retries: number
  /** Of every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly ssl: TlsSettings
  /** Folder that relative file names are resolved against. */
  readonly folder: string
}

export interface S3Object {
  readonly bucket: string
  readonly key: string
  /** `content-type`, `x-amz-acl` and the like. */
  readonly headers: Readonly<Record<string, string>>
}

/** Storage with the Amazon S3 API. All calls reject with `AnswerError` if the server rejects the request. */
export interface S3Connection {
  put(object: S3Object, body: string | Uint8Array, signal?: AbortSignal): Promise<void>
  /** Uploads an object in parts, or in one request if it has only one part. The object exists after the last part. */
  putParts(object: S3Object, parts: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void>
  /** Resolves if the server accepts the credentials. */
  check(signal?: AbortSignal): Promise<void>
  /** Resolves if the bucket exists and is readable. */
  checkBucket(bucket: string, signal?: AbortSignal): Promise<void>
  close(): void
}

/** Connected while the server accepts the credentials. */
export function s3Type(settings: S3Settings): ResourceType<S3Connection> {
  const { host, port, ssl, pool_size, connect_timeout, folder } = settings
  return httpServiceType(
    {
      origin: `${ssl.enable ? 'https' : 'http'}://${writeHostPort({ host, port })}`,
      pool_size,
      enable_pipelining: 1,
      connect_timeout,
      ssl,
      folder,
    },
    (http) => open(settings, http),
    (connection, signal) => connection.check(signal),
  )
}

interface S3Request {
  readonly method: HttpRequest['method']
  readonly bucket?: string
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal | undefined
}

async function open(settings: S3Settings, http: HttpConnection): Promise<S3Connection> {
  const sign = await createSigner(settings)

  async function once(request: S3Request): Promise<HttpAnswer> {
    const { url, path } = placeOf(settings, request)
    const { method, body, signal } = request
    const headers = await sign(
      method,
      url,
      { ...lowerCased(settings.headers), ...request.headers, host: url.host },
      body,
    )
    const sent: HttpRequest = { method, path, headers, ...(body !== undefined && { body }) }
    const answer = await http.request(sent, settings.request_timeout, signal)
    // Completing an upload returns status 200 before its result is known.
    const code = textIn(answer.body, 'Code')
    if (answer.status < 300 && !answer.body.includes('<Error>')) return answer
    throw refusal(answer.status, code)
  }

  async function ask(request: S3Request, retries = settings.max_retries): Promise<HttpAnswer> {
    try {
      return await once(request)
    } catch (error) {
      if (retries === 0 || request.signal?.aborted || error instanceof AnswerError) throw error
      return ask(request, retries - 1)
    }
  }

  const put: S3Connection['put'] = async (object, body, signal) =>
    void (await ask({ method: 'PUT', ...object, body, signal }))

  async function putAll({ bucket, key, headers }: S3Object, parts: AsyncIterable<Uint8Array>, signal?: AbortSignal) {
    const begun = await ask({ method: 'POST', bucket, key, headers, query: { uploads: '' }, signal })
    const uploadId = textIn(begun.body, 'UploadId')
    if (uploadId === undefined) throw new Error('the server did not start the upload')
    try {
      const tags: string[] = []
      for await (const body of parts) {
        const query = { partNumber: String(tags.length + 1), uploadId }
        const { headers: answered } = await ask({ method: 'PUT', bucket, key, query, body, signal })
        tags.push(String(answered.etag))
      }
      await ask({ method: 'POST', bucket, key, query: { uploadId }, body: partList(tags), signal })
    } catch (error) {
      // The provider charges for parts of an incomplete upload. After a lost connection they remain.
      await once({ method: 'DELETE', bucket, key, query: { uploadId } }).catch(() => undefined)
      throw error
    }
  }

  return {
    put,
    async putParts(object, parts, signal) {
      const all = parts[Symbol.asyncIterator]()
      const first = await all.next()
      const second = await all.next()
      if (second.done) return put(object, first.done ? '' : first.value, signal)
      await putAll(object, chained([first.value, second.value], all), signal)
    },
    checkBucket: async (bucket, signal) =>
      void (await ask({ method: 'GET', bucket, query: { 'list-type': '2', 'max-keys': '1' }, signal }, 0)),
    async check(signal) {
      await ask({ method: 'GET', signal }, 0).catch((error: unknown) => {
        // The user may put objects but not list buckets, so the credentials are valid.
        if (!(error instanceof AnswerError && error.message.includes('AccessDenied'))) throw error
      })
    },
    close: http.close,
  }
}

async function* chained<T>(first: readonly T[], others: AsyncIterator<T>): AsyncGenerator<T> {
  yield* first
  for (let next = await others.next(); !next.done; next = await others.next()) yield next.value
}

/** RFC 3986, 2.3: more than encodeURIComponent encodes, as signatures want it. */
const encoded = (text: string): string =>
  encodeURIComponent(Buffer.from(text).toString()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function placeOf({ access_method, host, port, ssl }: S3Settings, { bucket, key = '', query = {} }: S3Request) {
  const isInHost = access_method === 'vhost' && bucket !== undefined
  const segments = [...(bucket === undefined || isInHost ? [] : [bucket]), ...key.split('/')]
  if (segments.some((segment) => segment === '.' || segment === '..'))
    throw new AnswerError('bucket and key must not contain . or .. as a path segment')
  if (bucket !== undefined && !/^[a-zA-Z0-9][a-zA-Z0-9._-]*$/.test(bucket))
    throw new AnswerError('the bucket name contains invalid characters')
  const question = Object.entries(query)
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join('&')
  const path = `/${segments.map(encoded).join('/')}${question && `?${question}`}`
  const name = host.includes(':') ? `[${host}]` : host
  const origin = `${ssl.enable ? 'https' : 'http'}://${isInHost ? `${bucket}.` : ''}${name}:${port}`
  return { url: new URL(path, origin), path }
}

type Sign = (
  method: string,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body?: string | Uint8Array,
) => Promise<Record<string, string>>

/** AWS Signature Version 4, in headers, with the body in it. */
async function createSigner({ access_key_id, secret_access_key, host }: S3Settings): Promise<Sign> {
  if (!access_key_id || !secret_access_key) return async (_, __, headers) => ({ ...headers })
  const { AwsV4Signer } = await import('aws4fetch')
  const cache = new Map<string, ArrayBuffer>()
  return async (method, url, headers, body = '') => {
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      accessKeyId: access_key_id,
      secretAccessKey: secret_access_key,
      service: 's3',
      region: regionOf(host),
      cache,
    }).sign()
    return { ...Object.fromEntries(signed.headers), host: url.host }
  }
}

/** `s3.eu-central-1.amazonaws.com` says it; others do not care. */
const regionOf = (host: string): string =>
  /\bs3[.-](?:dualstack\.)?([a-z]{2}-[a-z-]+-\d)\./.exec(host)?.[1] ?? 'us-east-1'

/** Only the code, since messages contain keys and bucket names. */
function refusal(status: number, code: string | undefined): Error {
  const message = `the storage answered with status ${status}${code === undefined ? '' : `: ${code}`}`
  const isLater = status >= 500 || status === 429 || laterCodes.has(code ?? '')
  return isLater ? new Error(message) : new AnswerError(message)
}

const laterCodes = new Set(['InternalError', 'OperationAborted', 'RequestTimeout', 'ServiceUnavailable', 'SlowDown'])

const partList = (tags: readonly string[]): string => {
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

/** The text of the first element of this name, which is enough for the responses of S3. */
function textIn(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
