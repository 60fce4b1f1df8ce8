import { isRecord } from '@mqdeck/contract'
import { type Json, listAt, objectAt } from '../recordings/json.ts'
import { recordings } from '../recordings/recordings.ts'
import type { ApiDocument } from './api-document.ts'
import { bodySchema, complete, mistakeIn } from './body-schemas.ts'
import type { Cluster } from './cluster.ts'
import type { Row } from './lists.ts'
import { type Call, empty, invalid, ok, type ReplayedResponse, refuse } from './response.ts'
import { nodeNames } from './two-nodes.ts'

const list = '/exhooks'
const none = { failed: 0, max_rate: 0, rate: 0, succeed: 0 }
const missing = refuse(404, 'BAD_REQUEST', 'Server not found')

const recorded = (name: string): unknown => recordings('exhook').find((one) => one.name === `exhook/${name}`)?.body

/**
 * Servers in different states: `prov` is connected, with the recorded hooks and metrics; `partly` is connected on the
 * first node only; `off` is disabled.
 */
export function loadedExHooks(document: ApiDocument): ReadonlyMap<string, unknown> {
  const prov = objectAt({ prov: recorded('080_get_metrics') }, 'prov')
  const server = (name: string, more: Json): Json => {
    const settings = completed(document, { name, url: prov.url, ...more })
    return { ...prov, ...settings, ...(settings.enable === false && { hooks: [], metrics: none }) }
  }
  return new Map([
    [list, [server('prov', prov), server('partly', { auto_reconnect: '10s' }), server('off', { enable: false })]],
  ])
}

/** Servers in which the second node has another state. */
const partly = 'partly'

/** All calls to ExHook servers. Undefined for other calls. */
export function exhookCall(cluster: Cluster, call: Call): ReplayedResponse | undefined {
  const { route, method } = call
  if (route.template !== list && !route.template.startsWith(`${list}/`)) return undefined
  return table[`${method} ${route.template}`]?.({ cluster, call, rows: cluster.resources.rows(list) ?? [] })
}

interface Context {
  readonly cluster: Cluster
  readonly call: Call
  readonly rows: readonly Row[]
}

const nameOf = ({ call }: Context) => call.route.params.name ?? ''
const find = (context: Context) => context.rows.find(({ name }) => name === nameOf(context))
const set = ({ cluster }: Context, rows: readonly Row[]) => cluster.resources.write(list, rows)

/** The row on the nodes that are running. The recorded metrics are those of the first node. */
function shown({ cluster }: Context, row: Row): Json {
  const status = (node: string) => {
    if (row.enable === false) return 'disabled'
    return row.name === partly && node !== nodeNames[0] ? 'connecting' : 'connected'
  }
  const nodes = cluster.nodes()
  return {
    ...row,
    node_metrics: perNode(nodes, row.metrics),
    node_status: nodes.map((node) => ({ node, status: status(node) })),
  }
}

const perNode = (nodes: readonly string[], metrics: unknown) =>
  nodes.map((node) => ({ node, metrics: node === nodeNames[0] ? metrics : none }))

function completed({ operations, resolve }: ApiDocument, body: unknown): Json {
  const schema = bodySchema(operations(list)?.get('POST'), body, resolve)
  return objectAt({ made: complete(schema, withTls(body), resolve) }, 'made')
}

/** EMQX adds the defaults of TLS, although its document has no default for the whole. */
const withTls = (body: unknown) => (isRecord(body) ? { ...body, ssl: body.ssl ?? {} } : body)

function read({ cluster, call }: Context): Json | ReplayedResponse {
  const { operations, resolve } = cluster.document
  const mistake = mistakeIn(bodySchema(operations(list)?.get('POST'), call.body, resolve), call.body, [], resolve)
  if (mistake) return invalid(mistake)
  const settings = completed(cluster.document, call.body)
  const hooks = settings.enable === false ? [] : objectAt({ prov: recorded('069_enable') }, 'prov').hooks
  return { hooks, metrics: none, ...settings }
}

const isResponse = (value: Json | ReplayedResponse): value is ReplayedResponse => typeof value.status === 'number'

function move(context: Context): ReplayedResponse {
  const row = find(context)
  if (!row) return missing
  const { position } = objectAt(context.call, 'body')
  const others = context.rows.filter((one) => one !== row)
  if (position === 'front') set(context, [row, ...others])
  else if (position === 'rear') set(context, [...others, row])
  else {
    const [, where, neighbor] = /^(before|after):(.+)$/.exec(String(position)) ?? []
    if (where === undefined) return refuse(400, 'BAD_REQUEST', 'Invalid Position')
    const index = others.findIndex(({ name }) => name === neighbor)
    if (index < 0) return refuse(500, 'BAD_RPC', 'not_found')
    set(context, others.toSpliced(where === 'before' ? index : index + 1, 0, row))
  }
  return empty()
}

const table: Readonly<Record<string, (context: Context) => ReplayedResponse>> = {
  'GET /exhooks': (context) => ok(context.rows.map((row) => shown(context, row))),
  'POST /exhooks': (context) => {
    const made = read(context)
    if (isResponse(made)) return made
    if (context.rows.some(({ name }) => name === made.name)) return refuse(400, 'BAD_REQUEST', 'Already exists')
    set(context, [...context.rows, made])
    return ok(shown(context, made))
  },
  'GET /exhooks/{name}': (context) => {
    const row = find(context)
    return row ? ok(shown(context, row)) : missing
  },
  'PUT /exhooks/{name}': (context) => {
    const row = find(context)
    const made = read(context)
    if (isResponse(made)) return made
    if (!row) return refuse(404, 'NOT_FOUND', 'Server not found')
    set(
      context,
      context.rows.map((one) => (one === row ? made : one)),
    )
    // EMQX renames the server, and then does not find it.
    return made.name === row.name ? ok(shown(context, made)) : missing
  },
  'DELETE /exhooks/{name}': (context) => {
    const row = find(context)
    if (!row) return missing
    set(
      context,
      context.rows.filter((one) => one !== row),
    )
    return empty()
  },
  'POST /exhooks/{name}/move': move,
  'GET /exhooks/{name}/hooks': (context) => {
    const row = find(context)
    if (!row) return refuse(400, 'BAD_REQUEST', 'Server not found')
    const all = listAt({ hooks: recorded('081_hooks_metrics') }, 'hooks').map((hook) => objectAt({ hook }, 'hook'))
    const isUsed = objectAt(row, 'metrics').succeed !== 0
    const chosen = listAt(row, 'hooks').map((hook) => objectAt({ hook }, 'hook').name)
    return ok(
      all
        .filter(({ name }) => chosen.includes(name))
        .map((hook) => {
          const metrics = isUsed ? hook.metrics : none
          return { ...hook, metrics, node_metrics: perNode(context.cluster.nodes(), metrics) }
        }),
    )
  },
}
