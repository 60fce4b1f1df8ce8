import { isRecord, readHocon, writeHocon } from '@mqdeck/contract'
import { type Json, objectAt } from '../recordings/json.ts'
import { answerSchema, complete, sampleOf } from './body-schemas.ts'
import { type Cluster, holdersOf, type Item, itemAt } from './cluster.ts'
import { summaryOf, upToNow, withRelations } from './derived-fields.ts'
import { schemaOf } from './editions.ts'
import { exhookCall } from './exhooks.ts'
import { gatewayCall } from './gateways.ts'
import { cursorPageOf, envelopeOf, filterRows, pageOf, type Row } from './lists.ts'
import { missing } from './not-found.ts'
import { pluginCall } from './plugins.ts'
import { queryKey } from './recorded-behavior.ts'
import { type Call, empty, invalid, notRecorded, ok, type ReplayedResponse, refuse } from './response.ts'
import { nodeNames } from './two-nodes.ts'

/** Handles every GET. */
export function read(cluster: Cluster, call: Call): ReplayedResponse {
  const wrong = badPaging(call.query)
  if (wrong) return wrong
  return (
    refusedBefore(cluster, call) ??
    special(cluster, call) ??
    gatewayCall(cluster, call) ??
    exhookCall(cluster, call) ??
    pluginCall(cluster, call) ??
    readList(cluster, call) ??
    readItem(cluster, call) ??
    readOther(cluster, call)
  )
}

/** Features that were disabled in the recording, until their setting enables them. */
const switches = [
  ['/audit', '/configs/log'],
  ['/file_transfer/files', '/file_transfer'],
  ['/authorization/sources/built_in_database/', '/authorization/sources'],
] as const

function refusedBefore({ refusal, resources }: Cluster, { route: { path } }: Call): ReplayedResponse | undefined {
  const recorded = refusal(path)
  const [, setting] = switches.find(([start]) => path.startsWith(start)) ?? []
  if (!recorded || (setting !== undefined && resources.isChanged(setting))) return undefined
  return ok(recorded.body, recorded.status)
}

function badPaging(query: URLSearchParams): ReplayedResponse | undefined {
  const [page, limit, version] = [query.get('page'), query.get('limit'), query.get('proto_ver')]
  if (page !== null && !(Number(page) >= 1))
    return invalid({
      value: Number(page),
      reason: { expected: 'pos_integer()' },
      path: 'page',
      kind: 'validation_error',
    })
  if (limit !== null && !(Number(limit) >= 1 && Number(limit) <= 10_000))
    return invalid({ value: Number(limit), reason: { expected: '1..10000' }, path: 'limit', kind: 'validation_error' })
  if (version !== null && !/^\d+$/.test(version))
    return refuse(
      400,
      'INVALID_PARAMETER',
      `the proto_ver parameter expected type is integer, but the value is ${version}`,
    )
  return undefined
}

function special(cluster: Cluster, call: Call): ReplayedResponse | undefined {
  const { route, query, headers } = call
  const { resources, edition } = cluster
  const { path, params } = route
  if (route.template === '/schemas/{name}') {
    const schema = schemaOf(params.name ?? '', edition)
    // EMQX checks the name against its list of schemas first: 400 instead of 404.
    return schema === undefined
      ? invalid({ value: params.name, reason: 'not_a_enum_symbol', path: 'name', kind: 'validation_error' })
      : ok(schema)
  }
  if (path === '/status') return status(cluster, call)
  if (route.template.startsWith('/trace/{name}/'))
    return traceLogs(cluster, call, recordedOnce(cluster, '/trace/tr2/log', 'bytes=500'))
  if (path === '/configs') return configs(cluster, query, String(headers.accept))
  if (path === '/clients_v2') return ok(cursorPageOf(filterRows(resources.rows('/clients') ?? [], query), query))
  const summary = summaryOf(path, resources)
  if (summary !== undefined) return ok(summary)
  if (path.startsWith('/monitor/') || path === '/monitor') {
    const { node } = params
    if (node !== undefined && !cluster.nodes().includes(node)) return missing(cluster, '/nodes/{node}', { node })
    const samples = resources.read(path) ?? recordedOnce(cluster, path) ?? recordedOnce(cluster, path, 'latest=60')
    return ok(upToNow(samples ?? resources.read('/monitor')))
  }
  if (route.template === '/monitor_current/nodes/{node}' && !cluster.nodes().includes(params.node ?? ''))
    return missing(cluster, '/nodes/{node}', params)
  if (route.template === '/topics/{topic}') {
    const rows = (resources.rows('/topics') ?? []).filter(({ topic }) => topic === params.topic)
    return rows.length > 0 ? ok(rows) : refuse(404, 'TOPIC_NOT_FOUND', 'Topic not found')
  }
  if (route.template === '/clients/{clientid}/subscriptions' && itemAt(cluster, '/clients/{clientid}', params)?.row)
    return ok((resources.rows('/subscriptions') ?? []).filter(({ clientid }) => clientid === params.clientid))
  const text = path.startsWith('/prometheus/') ? resources.text(path) : undefined
  return text === undefined ? undefined : { status: 200, text, type: 'text/plain' }
}

function status({ resources, edition }: Cluster, { query, node }: Call): ReplayedResponse {
  const [recorded = ''] = nodeNames
  const node_name = nodeNames[node] ?? recorded
  const headers = { 'retry-after': '15' }
  const rel_vsn = edition === 'enterprise' ? 'e5.8.9' : '5.8.9'
  const json = { rel_vsn, node_name, broker_status: 'started', app_status: 'running' }
  if (query.get('format') === 'json') return { ...ok(json), headers }
  const text = (resources.text('/status') ?? '').replace(recorded, node_name)
  return { status: 200, text, type: 'text/plain', headers }
}

function configs({ resources }: Cluster, query: URLSearchParams, accept: string): ReplayedResponse {
  const text = resources.text('/configs') ?? ''
  const key = query.get('key')
  const all = readHocon(text)
  if (key !== null && !(key in all)) return refuse(404, 'NOT_FOUND', 'Root key not found')
  const wanted = Object.fromEntries(Object.entries(all).filter(([name]) => key === null || name === key))
  if (!/text\/plain|json|\*\/\*|undefined/.test(accept))
    return refuse(400, 'INVALID_ACCEPT', 'text/plain or application/json')
  if (accept.includes('json') && !accept.includes('text/plain')) return ok(all)
  return { status: 200, text: key === null ? text : writeHocon(wanted), type: 'text/plain' }
}

function readList(cluster: Cluster, { route, query }: Call): ReplayedResponse | undefined {
  const { resources } = cluster
  const { path } = route
  const holders = holdersOf(cluster, route.template, route.params)
  const absent = holders.find(({ row }) => !row)
  if (absent) return missing(cluster, route.template, route.params)
  const value = resources.read(path)
  const list = envelopeOf(value, path === '/schema_registry_external')
  // A stored response of an item is not a list, even if it contains one.
  if (!list || itemAt(cluster, route.template, route.params)) return undefined
  const key = queryKey(query)
  const shown = isViewOnly(query) ? (resources.read(path, key) ?? recordedOnce(cluster, path, key)) : undefined
  if (key !== '' && shown !== undefined) return ok(shown)
  if (list.rows.length === 0 && !isRecord(value)) return ok(value)
  // Default: active alarms.
  if (path === '/alarms' && !query.has('activated')) query.set('activated', 'true')
  const rows = withRelations(path, filterRows(list.rows, query), resources)
  return ok(pageOf(list.pack(rows), query))
}

/** Sums and other summaries as recorded. They cannot be derived from lists. */
const isViewOnly = (query: URLSearchParams) => query.has('aggregate')

function readItem(cluster: Cluster, { route }: Call): ReplayedResponse | undefined {
  const item = itemAt(cluster, route.template, route.params)
  if (!item) return undefined
  if (!item.row) return missing(cluster, route.template, route.params)
  const [row = item.row] = withRelations(item.list, [item.row], cluster.resources)
  return ok(detailOf(cluster, item, row))
}

/** The item often has more fields than its row in the list. */
export function detailOf(cluster: Cluster, item: Item, row: Row): Json {
  const { resources, document, behavior } = cluster
  const recorded = resources.read(item.path) ?? recordedOnce(cluster, item.path)
  if (isRecord(recorded)) return isSame(recorded, row) ? row : withScalars(recorded, row)
  if (row.status === 'unloaded') return row
  if (item.list !== '/listeners') {
    const alike = behavior.all.find(
      (one) => one.method === 'GET' && one.status === 200 && one.route.template === item.template && isRecord(one.body),
    )
    const extra = ['/mqtt/retainer/messages', '/mqtt/delayed/messages'].includes(item.list) ? alike?.body : {}
    return { ...objectAt({ extra }, 'extra'), ...row }
  }
  const schema = answerSchema(document.operations(item.template)?.get('GET'), row, document.resolve)
  const allowed = Object.entries(row).filter(([key]) => key in objectAt(schema, 'properties'))
  return objectAt({ made: complete(schema, Object.fromEntries(allowed), document.resolve) }, 'made')
}

const isSame = (detail: Json, row: Row) => Object.keys(detail).every((key) => key in row)

const withScalars = (detail: Json, row: Row): Json =>
  Object.fromEntries(
    Object.entries(detail).map(([key, value]) => [
      key,
      typeof row[key] === typeof value && !isNested(value) ? row[key] : value,
    ]),
  )

const isNested = (value: unknown) => typeof value === 'object' && value !== null

/** Paths that were requested only during the recorded conversation. */
const recordedOnce = ({ behavior }: Cluster, path: string, key = ''): unknown =>
  behavior.all.findLast(
    (one) => one.method === 'GET' && one.status === 200 && one.route.path === path && one.query === key,
  )?.body

/** Settings, metrics and data of items: as recorded, of this or another item, or in the shape of the document. */
function readOther(cluster: Cluster, { method, route, query }: Call): ReplayedResponse {
  const { resources, behavior, document, edition } = cluster
  const key = queryKey(query)
  const value =
    resources.read(route.path, key) ??
    recordedOnce(cluster, route.path, key) ??
    resources.read(route.path) ??
    recordedOnce(cluster, route.path)
  if (value !== undefined) return ok(value)
  const refusal = behavior.all.find(
    (one) => one.method === 'GET' && one.route.path === route.path && (one.status === 404 || one.status === 204),
  )
  if (refusal) return refusal.status === 204 ? empty() : ok(refusal.body, refusal.status)
  const elsewhere = behavior.all.find(
    (one) => one.method === 'GET' && one.status === 200 && one.route.template === route.template,
  )
  if (elsewhere) return ok(renamed(elsewhere.body, elsewhere.route.params, route.params))
  if (edition === 'open-source' && route.path === '/telemetry/status') return ok({ enable: false })
  if (route.path === '/telemetry/data') return refuse(404, 'NOT_FOUND', 'Telemetry is not enabled')
  const operation = document.operations(route.template)?.get('GET')
  if (!operation) return notRecorded({ method, route })
  return ok(sampleOf(answerSchema(operation, {}, document.resolve), document.resolve))
}

/** Response of another item with the name of this one. */
function renamed(value: unknown, from: Call['route']['params'], to: Call['route']['params']): unknown {
  if (typeof value === 'string') {
    const found = Object.entries(from).find(([, name]) => name === value)
    return found ? (to[found[0]] ?? value) : value
  }
  if (Array.isArray(value)) return value.map((one) => renamed(one, from, to))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(inner, from, to)]))
}

/** Log of a trace per node: recorded lines with as many bytes as the list of traces reports. */
function traceLogs(
  { resources, nodes }: Cluster,
  { route, query }: Call,
  recorded: unknown,
): ReplayedResponse | undefined {
  const { template, params } = route
  const trace = resources.rows('/trace')?.find(({ name }) => name === params.name)
  if (!trace) return undefined
  const sizes = Object.entries(objectAt(trace, 'log_size')).map(([node, size]) => ({ node, size: Number(size) }))
  if (template === '/trace/{name}/log_detail')
    return ok(sizes.filter(({ size }) => size > 0).map((file) => ({ ...file, mtime: 1_795_247_858 })))
  if (template !== '/trace/{name}/log') return undefined
  const wanted = query.get('node') ?? nodes()[0]
  const size = sizes.find(({ node }) => node === wanted)?.size
  if (size === undefined) return refuse(404, 'NODE_ERROR', 'Node not found')
  const [bytes, position] = [Number(query.get('bytes') ?? 1000), Number(query.get('position') ?? 0)]
  const items = logOf(recorded, size).slice(position, position + bytes)
  return ok({ items, meta: { position: position + items.length, bytes } })
}

/** The recording ends in the middle of its last line. All its characters are single bytes. */
function logOf(recorded: unknown, size: number): string {
  const text = isRecord(recorded) ? String(recorded.items) : ''
  const lines = text.slice(0, text.lastIndexOf('\n') + 1)
  return lines === '' ? '' : lines.repeat(Math.ceil(size / lines.length)).slice(0, size)
}
