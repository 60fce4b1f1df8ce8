import { createHash, randomUUID } from 'node:crypto'
import { type ReceivedRequest, startHttpServer, type TestHttpServer } from '../http-server.ts'
import { checkAwsSignature } from './aws-signature.ts'

export interface S3StoredObject {
  readonly bytes: Buffer
  /** Headers of the request: `content-type`, `x-amz-acl` ... */
  readonly headers: Readonly<Record<string, unknown>>
  /** Number of uploaded parts. 0 for a single upload. */
  readonly parts: number
}

export interface S3PeerOptions {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly buckets: readonly string[]
}

/**
 * A fake S3, because Debian has no such storage. Supports buckets, objects and multipart uploads, with path-style and
 * virtual-hosted URLs. Verifies every signature (AWS Signature Version 4) and returns S3's errors.
 */
export interface S3Peer extends Pick<TestHttpServer, 'down'> {
  readonly port: number
  /** Does nothing if it is running. */
  up(): Promise<void>
  /** By `bucket/key`, in the order of upload. */
  objects(): ReadonlyMap<string, S3StoredObject>
  /** Started multipart uploads that were neither completed nor aborted. */
  uploads(): number
  /** Rejects uploads with this error from now on. Undefined: accepts. */
  fail(error: { readonly status: number; readonly code: string } | undefined): void
}

export async function startS3Peer({ accessKeyId, secretAccessKey, buckets }: S3PeerOptions): Promise<S3Peer> {
  const server = await startHttpServer()
  const { port } = new URL(server.origin)
  const objects = new Map<string, S3StoredObject>()
  const uploads = new Map<string, Upload>()
  let failure: { readonly status: number; readonly code: string } | undefined

  server.answer((request, response) => {
    const { status, xml, etag } = answerTo(request)
    response.writeHead(status, { ...(xml && { 'content-type': 'application/xml' }), ...(etag && { etag }) })
    response.end(xml && `<?xml version="1.0"?>${xml}`)
  })

  function answerTo(request: ReceivedRequest): PeerResponse {
    const wrong = checkAwsSignature(request, { service: 's3', accessKeyId, secretAccessKey })
    if (wrong) return refusal(403, wrong)
    const { bucket, key, query } = placeOf(request)
    if (bucket === undefined) {
      const names = buckets.map((name) => `<Bucket><Name>${name}</Name></Bucket>`)
      return { status: 200, xml: `<ListAllMyBucketsResult>${names.join('')}</ListAllMyBucketsResult>` }
    }
    if (!buckets.includes(bucket)) return refusal(404, 'NoSuchBucket')
    if (key === '') return { status: 200, xml: '<ListBucketResult></ListBucketResult>' }
    if (failure && request.method !== 'DELETE') return refusal(failure.status, failure.code)
    return object(request, `${bucket}/${key}`, query)
  }

  function object(
    { method, bytes, headers, body }: ReceivedRequest,
    place: string,
    query: URLSearchParams,
  ): PeerResponse {
    const id = query.get('uploadId')
    const upload = id === null ? undefined : uploads.get(id)
    if (id !== null && upload?.place !== place) return refusal(404, 'NoSuchUpload')
    if (method === 'POST' && query.has('uploads')) {
      const uploadId = randomUUID()
      uploads.set(uploadId, { place, headers, parts: new Map() })
      const xml = `<UploadId>${uploadId}</UploadId>`
      return { status: 200, xml: `<InitiateMultipartUploadResult>${xml}</InitiateMultipartUploadResult>` }
    }
    if (method === 'DELETE' && id !== null) {
      uploads.delete(id)
      return { status: 204 }
    }
    if (method === 'PUT') {
      const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
      if (upload) upload.parts.set(Number(query.get('partNumber')), { etag, bytes })
      else store(place, { bytes, headers, parts: 0 })
      return { status: 200, etag }
    }
    return method === 'POST' && id !== null && upload ? complete(id, upload, body) : refusal(405, 'MethodNotAllowed')
  }

  /** Errors have status 200, as S3 may do here. */
  function complete(id: string, { place, headers, parts }: Upload, body: string): PeerResponse {
    const named = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
    const all = named.map(([, number, etag]) => {
      const part = parts.get(Number(number))
      return part?.etag === etag ? part : undefined
    })
    if (all.length === 0 || all.includes(undefined)) return refusal(200, 'InvalidPart')
    const bytes = Buffer.concat(all.flatMap((part) => part?.bytes ?? []))
    store(place, { bytes, headers, parts: all.length })
    uploads.delete(id)
    return { status: 200, xml: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' }
  }

  function store(place: string, one: S3StoredObject): void {
    objects.delete(place)
    objects.set(place, one)
  }

  return {
    port: Number(port),
    objects: () => objects,
    uploads: () => uploads.size,
    fail(error) {
      failure = error
    },
    down: server.down,
    async up() {
      await server.down()
      await server.up()
    },
  }
}

interface Upload {
  readonly place: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly parts: Map<number, { readonly etag: string; readonly bytes: Buffer }>
}

interface PeerResponse {
  readonly status: number
  readonly xml?: string
  readonly etag?: string
}

const refusal = (status: number, code: string): PeerResponse => ({ status, xml: `<Error><Code>${code}</Code></Error>` })

/** Virtual-hosted bucket: `b.127.0.0.1:9000`. */
function placeOf({ target, headers }: ReceivedRequest) {
  const [path = '', question = ''] = target.split('?')
  const query = new URLSearchParams(question)
  const segments = path.slice(1).split('/').map(decodeURIComponent)
  const before = /^([a-z0-9.-]+)\.(?:127\.0\.0\.1|localhost)(?::\d+)?$/.exec(headers.host ?? '')?.[1]
  const [inPath, ...rest] = segments
  const bucket = before ?? (inPath === '' ? undefined : inPath)
  return { bucket, key: (before === undefined ? rest : segments).join('/'), query }
}
