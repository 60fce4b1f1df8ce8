import { randomBytes, randomUUID } from 'node:crypto'
import { isRecord } from '@mqdeck/contract'
import { type Json, objectAt } from '../recordings/json.ts'
import { pathOf } from './api-document.ts'
import { bodySchema, complete, mistakeIn } from './body-schemas.ts'
import type { Cluster } from './cluster.ts'
import { nameIn } from './collections.ts'
import type { Row } from './lists.ts'
import { onAllNodes } from './resources.ts'
import { type Call, invalid, ok, type ReplayedResponse, refuse } from './response.ts'

/** Object that a POST to a list creates. */
interface CreatedItem {
  readonly row: Row
  /** Set if the item has more fields than its row in the list. */
  readonly detail?: Json
  readonly answer: Json
  readonly path: string
}

/** Request fields that the document does not have. */
const allowed = ['id', 'name', 'type']

/**
 * The row that EMQX would create from a body. Recorded if the body is the recorded one. Otherwise the body with the
 * document's defaults, and fields that EMQX adds (status, times, IDs) from the most similar recorded row.
 */
export function itemCreation(
  cluster: Cluster,
  { route, method }: Call,
  itemTemplate: string,
  body: unknown,
  rows: readonly Row[],
): CreatedItem | { readonly refusal: ReplayedResponse } {
  const { document, behavior, items, nodes } = cluster
  if (!isRecord(body)) return { refusal: refuse(400, 'BAD_REQUEST', 'Invalid json message received') }
  const operation = route.operations.get(method)
  const schema = bodySchema(operation, body, document.resolve)
  const recorded = behavior.success(method, route, body)
  const mistake = recorded ? undefined : mistakeIn(schema, body, allowed, document.resolve)
  if (mistake) return { refusal: invalid(mistake) }
  const [like = {}] = behavior.createdRows(route.template, body)
  const filled = objectAt({ made: complete(schema, body, document.resolve) }, 'made')
  const own = Object.fromEntries(
    Object.entries(like).filter(
      ([key]) => !(key in filled) && !(key in objectAt(schema, 'properties')) && !(key in body),
    ),
  )
  const answer = onAllNodes(
    isRecord(recorded?.body)
      ? recorded.body
      : { ...own, ...filled, ...timesOf(own), ...newNames(route.template, filled, own) },
    nodes(),
  )
  const { password: _, ...named } = { ...body, ...answer }
  const by = items.get(itemTemplate)?.by ?? []
  if (rows.some((row) => by.every((param) => nameIn(row, param) === nameIn(named, param))))
    return { refusal: duplicate(cluster, route.template, named) }
  const params = { ...route.params, ...Object.fromEntries(by.map((param) => [param, nameIn(named, param)])) }
  const { api_secret: _secret, ...kept } = answer
  const path = pathOf(itemTemplate, params)
  if (route.template !== '/listeners')
    return { row: route.template.endsWith('/sources') && !('name' in named) ? filled : kept, answer, path }
  const status = {
    current_connections: 0,
    max_connections: answer.max_connections ?? 'infinity',
    running: answer.running ?? true,
  }
  const row = {
    acceptors: answer.acceptors ?? 16,
    bind: answer.bind,
    enable: answer.enable,
    id: answer.id,
    name: body.name,
    node_status: nodes().map((node) => ({ node, status })),
    number: nodes().length,
    status,
    type: answer.type,
  }
  return { row, detail: answer, answer, path }
}

function duplicate({ behavior }: Cluster, template: string, row: Json): ReplayedResponse {
  const recorded = behavior.duplicate(template)
  if (template === '/banned') return refuse(400, 'ALREADY_EXISTS', JSON.stringify(row))
  return recorded ? ok(recorded.body, recorded.status) : refuse(400, 'ALREADY_EXISTS', 'Already exists')
}

/** Names that EMQX generates. */
function newNames(template: string, filled: Json, like: Json): Json {
  const text = (key: string) => String(filled[key] ?? '')
  if (template === '/authentication')
    return { id: [filled.mechanism, filled.backend].filter((part) => part !== undefined).join(':') }
  if (template === '/listeners') return { id: `${text('type')}:${text('name')}`, running: filled.enable !== false }
  if (template === '/rules') return { id: filled.id ?? randomUUID().slice(0, 8), from: sourcesIn(text('sql')) }
  if (template === '/api_key')
    return {
      api_key: randomBytes(8).toString('hex'),
      api_secret: randomBytes(24).toString('base64url'),
      expired: false,
    }
  return 'msgid' in like ? { msgid: randomBytes(16).toString('hex').toUpperCase() } : {}
}

/** `FROM "a", "b"` */
const sourcesIn = (sql: string) => {
  const from = /\bFROM\b([\s\S]*?)(?:\bWHERE\b|$)/i.exec(sql)?.[1] ?? ''
  return [...from.matchAll(/"([^"]+)"|'([^']+)'/g)].map(([, double, single]) => double ?? single)
}

/** Replaces times with the current time in the same format. */
export function timesOf(row: Json): Json {
  const now = new Date()
  const entries = Object.entries(row).flatMap(([key, value]) => {
    if (!/^(created_at|last_modified_at|create_time|at|start_at|publish_at)$/.test(key)) return []
    if (key === 'created_at' && 'last_modified_at' in row && row.created_at !== row.last_modified_at) return []
    if (typeof value === 'number') return [[key, now.getTime()]]
    const text = now.toISOString().replace('Z', '+00:00')
    return [[key, String(value).includes('.') ? text : text.replace(/\.\d+/, '')]]
  })
  return Object.fromEntries(entries)
}
