import { Readable } from 'node:stream'
import {
  binaryBody,
  type EndpointShape,
  type Endpoints,
  empty,
  type Handlers,
  readInput,
  textBody,
} from '@mqdeck/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Auditor, auditAnswer } from './auditor.ts'
import { authenticate, authorize } from './auth.ts'
import { type Identity, nameOf, type UserIdentity, type Verifiers } from './identity.ts'
import { createReadLimit, expensiveLimit, type ReadLimit } from './read-limit.ts'
import { readUpload, type Upload } from './read-upload.ts'
import { sendAnswer } from './send-body.ts'
import { reportSignedIn } from './signed-in.ts'

/** Context of a request for handlers. */
export interface Call {
  /** @throws if the endpoint is public */
  readonly identity: Identity
  /** @throws if the endpoint also accepts API keys */
  readonly user: UserIdentity
  /**
   * Caller of a public endpoint that the settings have restricted.
   * @throws {AppError} 401 or 403 as for other endpoints
   */
  requireIdentity(): Identity
  /** Address of the caller without port. Behind a trusted proxy, the forwarded address. */
  readonly peer: string
  /** Aborted if the caller disconnects before the response is sent. */
  readonly signal: AbortSignal
  /** The header `Cookie`. */
  readonly cookies: string | undefined
  /** Whether the caller used https, also according to a trusted proxy. */
  readonly isSecure: boolean
  /** The header `Accept`. */
  readonly accept: string | undefined
  /**
   * The uploaded file. Its name is recorded in the audit log.
   * @throws if the endpoint accepts no file; {AppError} (rejects) if there is none
   */
  upload(): Promise<Upload>
}

interface MountOptions {
  readonly verify: Verifiers
  /** Receives every call except reads. */
  readonly auditor?: Auditor
  /** Ends calls that take too long. Default: they may take any time. */
  readonly limit?: <T>(call: Promise<T> | T) => Promise<T> | T
  /** Validates every response against the contract. A violation becomes a 500. For tests. */
  readonly checkReplies: boolean
  /** Default `/api/v5`. */
  readonly prefix?: string
}

type AnyHandler = (input: unknown, call: Call) => Promise<AnyReply> | AnyReply
interface AnyReply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const apiPrefix = '/api/v5'
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** Maximum body size for callers who are not signed in. */
const publicBodyLimit = 64 * 1024

/** Serves all endpoints of `api` below `/api/v5`, and returns 405 with `Allow` for other methods. */
export function mount<A extends Endpoints>(
  app: FastifyInstance,
  api: A,
  handlers: Handlers<A, Call>,
  options: MountOptions,
): void {
  const mounted = { ...options, reads: createReadLimit() }
  const allowed = new Map<string, string[]>()
  for (const [name, endpoint] of Object.entries(api)) {
    const url = toRoute(options.prefix ?? apiPrefix, endpoint.path)
    allowed.set(url, [...(allowed.get(url) ?? []), endpoint.method])
    // `Handlers<A>` has checked that every endpoint has a handler. Here it is only looked up by name.
    const handler = handlers[name] as unknown as AnyHandler
    if (endpoint.textRequest) void app.register(async (scope) => mountText(scope, url, endpoint, handler, mounted))
    else if (endpoint.upload !== undefined)
      void app.register(async (scope) => mountUpload(scope, url, endpoint, handler, mounted))
    else mountOne(app, url, endpoint, handler, mounted)
  }
  for (const [url, some] of allowed) {
    app.route({
      method: methods.filter((method) => !some.includes(method)),
      url,
      // Before the body is read, because it is not needed.
      onRequest: (_request, reply, _done) => {
        reply.code(405).header('allow', some.join(', ')).send()
      },
      handler: () => undefined,
    })
  }
}

/** `/clients/{clientid}` -> `/api/v5/clients/:clientid` */
const toRoute = (prefix: string, path: string) => prefix + path.replace(/\{(\w+)\}/g, ':$1')

/** In its own scope, because text bodies are accepted only here. */
function mountText(scope: FastifyInstance, ...rest: MountArguments): void {
  scope.addContentTypeParser(
    'text/plain',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => body,
  )
  mountOne(scope, ...rest)
}

/** Forms are parsed by the handler, and so is every other body if the endpoint does not accept JSON. */
function mountUpload(scope: FastifyInstance, ...rest: MountArguments): void {
  const [, endpoint] = rest
  if (!endpoint.body) scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
  mountOne(scope, ...rest)
}

type Mounted = MountOptions & { readonly reads: ReadLimit }
type MountArguments = [url: string, endpoint: EndpointShape, handle: AnyHandler, options: Mounted]

function mountOne(
  app: FastifyInstance,
  url: string,
  endpoint: EndpointShape,
  handle: AnyHandler,
  { verify, auditor, limit = (call) => call, checkReplies, reads }: Mounted,
): void {
  const identities = new WeakMap<FastifyRequest, Identity>()
  const audited = endpoint.method === 'GET' ? undefined : auditor
  const identify = (request: FastifyRequest, reply: FastifyReply) => {
    const identity = authenticate(endpoint, request, reply, verify)
    identities.set(request, identity)
    authorize(endpoint, request, identity)
    reportSignedIn(request.raw)
    return identity
  }
  app.route({
    method: endpoint.method,
    url,
    ...(endpoint.auth === 'none' && { bodyLimit: publicBodyLimit }),
    ...(audited && auditAnswer(endpoint, audited, (request) => identities.get(request))),
    onRequest: (request, reply, done) => {
      if (endpoint.auth !== 'none') identify(request, reply)
      done()
    },
    handler: async (request, reply) => {
      const call = toCall(endpoint, request, reply, identities.get(request), () => identify(request, reply))
      const input = parseRequest(endpoint, request)
      const identity = identities.get(request)
      if (identity && isExpensive(endpoint, input.query)) await reads.start(`${identity.kind} ${nameOf(identity)}`)
      const answer = await limit(handle(input, call))
      if (checkReplies) check(endpoint, answer)
      reply.headers(answer.headers ?? {})
      if (endpoint.ok[200] === binaryBody) return sendFile(reply, answer)
      return answer.body === undefined
        ? reply.code(answer.status).send()
        : sendAnswer(reply, answer.status, answer.body)
    },
  })
}

function sendFile(reply: FastifyReply, { status, body }: AnyReply): FastifyReply {
  if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/octet-stream')
  const bytes = Readable.from(body as AsyncIterable<Uint8Array>, { objectMode: false }) // checked by `Handlers`
  return reply.code(status).header('cache-control', 'no-store').send(bytes)
}

function toCall(
  endpoint: EndpointShape,
  request: FastifyRequest,
  reply: FastifyReply,
  identity: Identity | undefined,
  identify: () => Identity,
): Call {
  return {
    get identity() {
      if (!identity) throw new Error('a public endpoint asked who calls')
      return identity
    },
    get user() {
      if (identity?.kind !== 'user') throw new Error('an endpoint open to others asked which user calls')
      return identity
    },
    requireIdentity: () => identity ?? identify(),
    peer: request.ip,
    get signal() {
      return goneSignal(reply)
    },
    cookies: request.headers.cookie,
    get isSecure() {
      return request.protocol === 'https'
    },
    accept: request.headers.accept,
    async upload() {
      if (endpoint.upload === undefined) throw new Error('an endpoint without a file asked for one')
      const upload = await readUpload(request.raw, endpoint.upload, endpoint.missingUpload)
      request.body = { [endpoint.upload]: upload.filename }
      return upload
    },
  }
}

function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Reads that take long on the event loop. */
const isExpensive = ({ method, isExpensive: isMarked }: EndpointShape, query: unknown): boolean =>
  method === 'GET' &&
  (isMarked === true ||
    (typeof query === 'object' && query !== null && 'limit' in query && Number(query.limit) >= expensiveLimit))

const shapeOf = (endpoint: EndpointShape, status: number) =>
  Object.entries({ ...endpoint.otherErrors, ...endpoint.ok }).find(([known]) => Number(known) === status)?.[1]

function check(endpoint: EndpointShape, { status, body }: AnyReply): void {
  const shape = shapeOf(endpoint, status)
  const problem =
    shape instanceof z.ZodType
      ? shape.safeParse(body).error?.message
      : (shape === empty && body !== undefined && 'a body where none belongs') ||
        (shape === textBody && typeof body !== 'string' && 'no text') ||
        (shape === binaryBody && !isIterable(body) && 'no bytes') ||
        (shape === undefined && `status ${status} is not in the contract`)
  if (problem) throw new Error(`${endpoint.method} ${endpoint.path} breaks the contract: ${problem}`)
}

const isIterable = (body: unknown) => typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/**
 * Parses parameters, query and body with the schemas of the endpoint.
 * @throws {AppError} 400 with EMQX's message
 */
function parseRequest(endpoint: EndpointShape, request: FastifyRequest) {
  return {
    params: endpoint.params && readInput(endpoint.params, request.params),
    query: endpoint.query && readInput(endpoint.query, request.query),
    body: endpoint.body && readBody(endpoint.body, endpoint, request.body),
  }
}

function readBody(schema: z.ZodType, { upload, keepsNulls }: EndpointShape, body: unknown): unknown {
  if (body === undefined && upload !== undefined) return undefined
  // As in EMQX, a missing body is an empty object, so that missing fields are reported by name.
  return readInput(schema, body ?? {}, { keepsNulls: keepsNulls === true })
}
