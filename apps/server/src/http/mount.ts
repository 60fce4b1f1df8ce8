import { Readable } from 'node:stream'
import { binaryBody, type EndpointShape, type Endpoints, empty, type Handlers, textBody } from '@mqdeck/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Auditor, auditAnswer } from './auditor.ts'
import { authenticate, authorize } from './auth.ts'
import type { Identity, UserIdentity, Verifiers } from './identity.ts'
import { parseRequest } from './parse-request.ts'
import { readUpload, type Upload } from './read-upload.ts'
import { sendAnswer } from './send-body.ts'

/** What a handler knows of a request besides its contents. */
export interface Call {
  /** @throws when the endpoint is public */
  readonly identity: Identity
  /** @throws when API keys may call the endpoint too */
  readonly user: UserIdentity
  /**
   * Who calls a public endpoint that was closed by its settings.
   * @throws {AppError} 401 or 403 as for any other
   */
  requireIdentity(): Identity
  /** Address of the caller, without port. */
  readonly peer: string
  /** The header `Accept`. */
  readonly accept: string | undefined
  /**
   * The file that is sent; its name is what the audit log is told.
   * @throws when the endpoint takes none; {AppError} (rejects) when there is none
   */
  upload(): Promise<Upload>
}

export interface MountOptions {
  readonly verify: Verifiers
  /** Hears of every call but those that only read. */
  readonly auditor?: Auditor
  /** Holds every answer against the contract; a difference becomes a 500. For tests. */
  readonly checkReplies: boolean
  /** `/api/v5` unless given. */
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
/** Nobody without a login may make the server read much. */
const publicBodyLimit = 64 * 1024

/** Serves every endpoint of `api` below `/api/v5`, and 405 with `Allow` for the methods a path does not have. */
export function mount<A extends Endpoints>(
  app: FastifyInstance,
  api: A,
  handlers: Handlers<A, Call>,
  options: MountOptions,
): void {
  const allowed = new Map<string, string[]>()
  for (const [name, endpoint] of Object.entries(api)) {
    const url = toRoute(options.prefix ?? apiPrefix, endpoint.path)
    allowed.set(url, [...(allowed.get(url) ?? []), endpoint.method])
    // The pairing of endpoint and handler was checked by `Handlers<A>`; here it is only looked up by name.
    const handler = handlers[name] as unknown as AnyHandler
    if (endpoint.textRequest) void app.register(async (scope) => mountText(scope, url, endpoint, handler, options))
    else if (endpoint.upload !== undefined)
      void app.register(async (scope) => mountUpload(scope, url, endpoint, handler, options))
    else mountOne(app, url, endpoint, handler, options)
  }
  for (const [url, some] of allowed) {
    app.route({
      method: methods.filter((method) => !some.includes(method)),
      url,
      // Before the body is read: it does not matter.
      onRequest: (_request, reply, _done) => {
        reply.code(405).header('allow', some.join(', ')).send()
      },
      handler: () => undefined,
    })
  }
}

/** `/clients/{clientid}` -> `/api/v5/clients/:clientid` */
const toRoute = (prefix: string, path: string) => prefix + path.replace(/\{(\w+)\}/g, ':$1')

/** In a scope of its own: nowhere else a text is a body. */
function mountText(scope: FastifyInstance, ...rest: MountArguments): void {
  scope.addContentTypeParser(
    'text/plain',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => body,
  )
  mountOne(scope, ...rest)
}

/** A form is left to the handler, and so is anything else where JSON is not taken as well. */
function mountUpload(scope: FastifyInstance, ...rest: MountArguments): void {
  const [, endpoint] = rest
  if (!endpoint.body) scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
  mountOne(scope, ...rest)
}

type MountArguments = [url: string, endpoint: EndpointShape, handle: AnyHandler, options: MountOptions]

function mountOne(
  app: FastifyInstance,
  url: string,
  endpoint: EndpointShape,
  handle: AnyHandler,
  { verify, auditor, checkReplies }: MountOptions,
): void {
  const identities = new WeakMap<FastifyRequest, Identity>()
  const audited = endpoint.method === 'GET' ? undefined : auditor
  const identify = (request: FastifyRequest, reply: FastifyReply) => {
    const identity = authenticate(endpoint, request, reply, verify)
    identities.set(request, identity)
    authorize(endpoint, request, identity)
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
      const call = toCall(endpoint, request, identities.get(request), () => identify(request, reply))
      const answer = await handle(parseRequest(endpoint, request), call)
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
  const bytes = Readable.from(body as AsyncIterable<Uint8Array>, { objectMode: false }) // `Handlers` has checked it
  return reply.code(status).header('cache-control', 'no-store').send(bytes)
}

function toCall(
  endpoint: EndpointShape,
  request: FastifyRequest,
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
    accept: request.headers.accept,
    async upload() {
      if (endpoint.upload === undefined) throw new Error('an endpoint without a file asked for one')
      const upload = await readUpload(request.raw, endpoint.upload)
      request.body = { [endpoint.upload]: upload.filename }
      return upload
    },
  }
}

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
