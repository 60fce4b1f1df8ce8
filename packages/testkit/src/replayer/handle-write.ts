import { isRecord } from '@mqdeck/contract'
import { type Json, objectAt } from '../recordings/json.ts'
import type { Recording } from '../recordings/recordings.ts'
import { bodySchema, complete, mistakeIn } from './body-schemas.ts'
import { type Cluster, holdersOf, type Item, itemAt } from './cluster.ts'
import { itemCreation, timesOf } from './create-item.ts'
import { exhookCall } from './exhooks.ts'
import { gatewayCall } from './gateways.ts'
import { detailOf } from './handle-get.ts'
import type { Row } from './lists.ts'
import { missing } from './not-found.ts'
import { pluginCall } from './plugins.ts'
import { type Call, empty, invalid, notRecorded, ok, type ReplayedResponse } from './response.ts'
import { specialCall } from './special-calls.ts'
import { withStatus } from './status.ts'

/** Handles every POST, PUT and DELETE. */
export function change(cluster: Cluster, call: Call): ReplayedResponse {
  const { method, route, body } = call
  const mistake = cluster.behavior.mistake(method, route, body)
  if (mistake) return ok(mistake.body, mistake.status)
  const extension = gatewayCall(cluster, call) ?? exhookCall(cluster, call) ?? pluginCall(cluster, call)
  if (extension) return extension
  const absent = holdersOf(cluster, route.template, route.params).find(({ row }) => !row)
  if (absent) return missing(cluster, route.template, route.params)
  return (
    specialCall(cluster, call) ?? changeItem(cluster, call) ?? changeList(cluster, call) ?? changeOther(cluster, call)
  )
}

function changeItem(cluster: Cluster, call: Call): ReplayedResponse | undefined {
  const item = itemAt(cluster, call.route.template, call.route.params)
  if (!item || call.method === 'POST') return undefined
  if (!item.row) return missing(cluster, item.template, call.route.params)
  if (call.method === 'PUT') return replaceItem(cluster, call, item, item.row)
  cluster.resources.changeRows(item.list, (rows) => rows.filter((row) => !item.is(row)))
  cluster.resources.remove(item.path)
  return empty()
}

/** Partial updates. Elsewhere a body replaces the object. */
const changedInParts = /^\/(users|api_key)\/|\/users\/\{|^\/gcp_devices\//

function replaceItem(cluster: Cluster, { route, body, method }: Call, item: Item, row: Row): ReplayedResponse {
  const { resources, document, behavior } = cluster
  const operation = route.operations.get(method)
  const detail = detailOf(cluster, item, row)
  const like = { ...identityOf(detail), ...objectAt({ body }, 'body') }
  const schema = schemaFor(cluster, item, operation, like)
  const properties = objectAt(schema, 'properties')
  const mistake = mistakeIn(schema, like, [...Object.keys(detail), ...Object.keys(row)], document.resolve)
  if (mistake) return invalid(mistake)
  const recorded = behavior.success(method, route, body)
  const kept = Object.entries(detail).filter(
    ([key]) => changedInParts.test(route.template) || !(key in properties) || key === 'name' || key === 'type',
  )
  const made = isRecord(recorded?.body)
    ? recorded.body
    : withChangedStatus({
        ...Object.fromEntries(kept),
        ...objectAt({ made: complete(schema, body, document.resolve) }, 'made'),
        ...timesOf(detail),
      })
  resources.changeRows(item.list, (rows) =>
    rows.map((one) => (item.is(one) ? (isNarrow(item.list) ? overlay(one, made) : made) : one)),
  )
  if (isNarrow(item.list)) resources.write(item.path, made)
  return '200' in objectAt(operation, 'responses') ? ok(made) : empty()
}

const identityOf = ({ type, name, id, mechanism, backend, username }: Json): Json =>
  Object.fromEntries(
    Object.entries({ type, name, id, mechanism, backend, username }).filter(([, value]) => value !== undefined),
  )

/** Bodies of replacements have no type in the document that distinguishes them, unlike bodies of creations. */
function schemaFor({ document, items }: Cluster, item: Item, operation: Json | undefined, like: Json): Json {
  const schema = bodySchema(operation, like, document.resolve)
  const list = items.get(item.template)?.collection ?? ''
  const post = document.operations(list)?.get('POST')
  return 'type' in like && post && !('type' in objectAt(schema, 'properties'))
    ? bodySchema(post, like, document.resolve)
    : schema
}

/** A disabled connector is stopped. */
const withChangedStatus = (row: Row): Row =>
  typeof row.enable === 'boolean' && Array.isArray(row.node_status) && 'status' in row
    ? withStatus(row, row.enable)
    : row

/** Lists whose rows have fewer or other fields than the items. */
const isNarrow = (list: string) => list === '/listeners'

const overlay = (row: Row, detail: Json): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, key in detail && key !== 'status' ? detail[key] : value]),
  )

function changeList(cluster: Cluster, call: Call): ReplayedResponse | undefined {
  const { resources } = cluster
  const { method, route, body } = call
  const rows = resources.rows(route.path) ?? nestedList(cluster, call)
  if (!rows) return undefined
  if (method === 'DELETE') {
    resources.changeRows(route.path, () => [])
    return empty()
  }
  if (method === 'PUT') return replaceList(cluster, call)
  const template = [...cluster.items].find(([, { collection }]) => collection === route.template)?.[0]
  if (method !== 'POST' || template === undefined) return undefined
  const many = Array.isArray(body)
  for (const one of many ? body : [body]) {
    const made = itemCreation(cluster, call, template, one, rows)
    if ('refusal' in made) return made.refusal
    resources.changeRows(route.path, (before) => [...before, made.row])
    if (made.detail) resources.write(made.path, made.detail)
    if (route.template === '/api_key') rememberKey(cluster, made.answer)
    if (!many) return goodAnswer(cluster, call, made.answer)
  }
  return empty()
}

const rememberKey = ({ sessions }: Cluster, { api_key, api_secret, name }: Json) =>
  sessions.rememberKey(String(api_key), String(api_secret), String(name))

/** A list of this item that was not recorded: empty, with the wrapper of another item's list. */
function nestedList({ resources, behavior, items }: Cluster, { route }: Call): readonly Row[] | undefined {
  if (![...items.values()].some(({ collection }) => collection === route.template)) return undefined
  const alike = behavior.all.find(
    (one) => one.method === 'GET' && one.status === 200 && one.route.template === route.template,
  )
  resources.write(route.path, alike && isRecord(alike.body) ? { ...alike.body, data: [] } : [])
  return resources.rows(route.path)
}

/** With the recorded status, or the status in the document: 201, 200, or 204 without a body. */
function goodAnswer({ behavior }: Cluster, { route, method }: Call, body: unknown): ReplayedResponse {
  const isAlike = (one: Recording) => one.method === method && one.status < 300
  const recorded = behavior.all.find((one) => one.route.template === route.template && isAlike(one))
  if (recorded) return recorded.body === undefined ? empty(recorded.status) : ok(body, recorded.status)
  const status = Object.keys(objectAt(route.operations.get(method), 'responses')).find((one) => one.startsWith('2'))
  return status === '204' ? empty() : ok(body, Number(status ?? 200))
}

/** Lists that are replaced as a whole: topic rewrites, auto subscriptions. */
function replaceList({ resources, document }: Cluster, { route, body, method }: Call): ReplayedResponse | undefined {
  if (!Array.isArray(body)) return undefined
  const schema = bodySchema(route.operations.get(method), body, document.resolve)
  const made = complete(schema, body, document.resolve)
  resources.write(route.path, made)
  return ok(made)
}

/** Settings, calls that were recorded without a response body, and identical recorded calls. */
function changeOther(cluster: Cluster, call: Call): ReplayedResponse {
  const { resources, document, behavior } = cluster
  const { method, route, body } = call
  const recorded = behavior.success(method, route, body)
  const current = resources.read(route.path)
  if (method === 'PUT' && current !== undefined && isRecord(body)) {
    const schema = bodySchema(route.operations.get(method), body, document.resolve)
    const mistake = mistakeIn(schema, body, Object.keys(objectAt({ current }, 'current')), document.resolve)
    if (mistake) return invalid(mistake)
    const made = recorded?.body ?? {
      ...objectAt({ current }, 'current'),
      ...objectAt({ made: complete(schema, body, document.resolve) }, 'made'),
    }
    resources.write(route.path, made)
    return '200' in objectAt(route.operations.get(method), 'responses') ? ok(made) : empty()
  }
  if (recorded) return recorded.body === undefined ? empty(recorded.status) : ok(recorded.body, recorded.status)
  const plain = behavior.plain(method, route.template)
  return plain ? empty(plain.status) : notRecorded(call)
}
