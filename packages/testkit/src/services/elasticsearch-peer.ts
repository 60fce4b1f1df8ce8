import { randomUUID } from 'node:crypto'
import { isRecord } from '@mqdeck/contract'
import { type ReceivedRequest, startHttpServer, type TestHttpServer } from '../http-server.ts'

export interface StoredDocument {
  readonly source: Readonly<Record<string, unknown>>
  readonly routing: string | null
  readonly version: number
}

export interface ElasticsearchPeerOptions {
  readonly username: string
  readonly password: string
  /** Names of aliases. */
  readonly aliases?: readonly string[]
}

/**
 * A fake Elasticsearch, because Debian has none. Supports single documents: index, create, partial update, delete, with
 * versions, routing and aliases, and the errors. Each index takes the types of its first values.
 */
export interface ElasticsearchPeer extends Pick<TestHttpServer, 'down'> {
  readonly port: number
  /** Does nothing if it is running. */
  up(): Promise<void>
  /** By `index/id`, in the order of creation. */
  documents(): ReadonlyMap<string, StoredDocument>
  /** Rejects documents with this status from now on. Undefined: accepts. */
  refuse(status: number | undefined): void
}

interface PeerResponse {
  readonly status: number
  readonly body: object
}

const failed = (status: number, type: string, reason: string): PeerResponse => ({
  status,
  body: { error: { root_cause: [{ type, reason }], type, reason }, status },
})

export async function startElasticsearchPeer(options: ElasticsearchPeerOptions): Promise<ElasticsearchPeer> {
  const { username, password, aliases = [] } = options
  const server = await startHttpServer()
  const documents = new Map<string, StoredDocument>()
  const types = new Map<string, string>()
  const known = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  let refused: number | undefined

  server.answer((request, response) => {
    const { status, body } = answerTo(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

  function answerTo(request: ReceivedRequest): PeerResponse {
    const { method, target, headers, body } = request
    if (headers.authorization !== known)
      return failed(401, 'security_exception', `unable to authenticate user [${headers.authorization}]`)
    const { pathname, searchParams: query } = new URL(target, server.origin)
    if (pathname === '/')
      return { status: 200, body: { version: { number: '8.0.0' }, tagline: 'You Know, for Search' } }
    const [index = '', operation, id = ''] = pathname.slice(1).split('/').map(decodeURIComponent)
    if (refused !== undefined) return failed(refused, 'es_rejected_execution_exception', 'not now')
    if (/[A-Z\\/*?"<>| ,#]/.test(index) || /^[-_+]/.test(index))
      return failed(400, 'invalid_index_name_exception', `Invalid index name [${index}]`)
    if (query.get('require_alias') === 'true' && !aliases.includes(index))
      return failed(
        404,
        'index_not_found_exception',
        `no such index [${index}] and [require_alias] request flag is [true]`,
      )
    const place = `${index}/${id}`
    if (operation === '_doc' && method === 'DELETE' && id !== '') return remove(place)
    if (headers['content-type'] !== 'application/json') return failed(406, 'media_type_header_exception', 'wrong type')
    const content = parsed(body)
    if (content === undefined) return failed(400, 'document_parsing_exception', `failed to parse: ${body}`)
    const routing = query.get('routing')
    if (operation === '_doc' && method === 'POST')
      return id === '' || !(query.get('op_type') === 'create' && documents.has(place))
        ? put(id === '' ? `${index}/${randomUUID()}` : place, content, routing)
        : failed(409, 'version_conflict_engine_exception', `[${id}]: version conflict, document already exists`)
    if (operation === '_update' && method === 'POST' && id !== '') return update(place, content, routing)
    return failed(405, 'illegal_argument_exception', `Incorrect HTTP method for uri [${target}]`)
  }

  function remove(place: string): PeerResponse {
    return documents.delete(place)
      ? { status: 200, body: { result: 'deleted' } }
      : { status: 404, body: { result: 'not_found' } }
  }

  function update(place: string, content: Readonly<Record<string, unknown>>, routing: string | null): PeerResponse {
    const { doc, doc_as_upsert: isUpsert } = content
    const before = documents.get(place)
    if (typeof doc !== 'object' || doc === null)
      return failed(400, 'action_request_validation_exception', 'script or doc is missing')
    if (!before && isUpsert !== true) return failed(404, 'document_missing_exception', `[${place}]: document missing`)
    return put(place, { ...before?.source, ...doc }, before?.routing ?? routing)
  }

  function put(place: string, source: Readonly<Record<string, unknown>>, routing: string | null): PeerResponse {
    const index = place.slice(0, place.indexOf('/'))
    for (const [field, value] of Object.entries(source)) {
      const name = `${index} ${field}`
      const type = types.get(name) ?? typeof value
      types.set(name, type)
      if (type === 'number' && Number.isNaN(Number(value)))
        return failed(400, 'document_parsing_exception', `failed to parse field [${field}]: '${String(value)}'`)
    }
    const before = documents.get(place)
    documents.set(place, { source, routing, version: (before?.version ?? 0) + 1 })
    return before ? { status: 200, body: { result: 'updated' } } : { status: 201, body: { result: 'created' } }
  }

  return {
    port: Number(new URL(server.origin).port),
    documents: () => documents,
    refuse(status) {
      refused = status
    },
    down: server.down,
    async up() {
      await server.down()
      await server.up()
    },
  }
}

/** Undefined if it is not a JSON object. */
function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
