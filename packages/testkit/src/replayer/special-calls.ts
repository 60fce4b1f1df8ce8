import { isRecord } from '@mqdeck/contract'
import { type Json, objectAt } from '../recordings/json.ts'
import { bodySchema, complete } from './body-schemas.ts'
import { type Cluster, itemAt } from './cluster.ts'
import { enableGateway } from './gateways.ts'
import type { Row } from './lists.ts'
import { now, publish, subscribe, unsubscribe } from './messages.ts'
import { onAllNodes } from './resources.ts'
import { type Call, empty, ok, type ReplayedResponse, refuse } from './response.ts'
import { weakness } from './sessions.ts'
import { withStatus } from './status.ts'

/** Sorts rows by these names. Other rows stay at the end. */
const reorder =
  (list: string, nameOf: (row: Json) => unknown): SpecialCall =>
  ({ resources }, { body }) => {
    const order = Array.isArray(body) ? body : []
    const names = order.map((one) => (isRecord(one) ? nameOf(one) : one))
    const place = (row: Row) => (names.includes(nameOf(row)) ? names.indexOf(nameOf(row)) : names.length)
    resources.changeRows(list, (rows) => [...rows].sort((a, b) => place(a) - place(b)))
    return empty()
  }

const place = (position: unknown, rows: readonly Row[], one: Row, nameOf: (row: Row) => unknown): readonly Row[] => {
  const others = rows.filter((row) => row !== one)
  const [word = '', target] = String(position).split(/:(.*)/s)
  const index = others.findIndex((row) => nameOf(row) === target)
  const at = { front: 0, rear: others.length, before: index, after: index + 1 }[word] ?? others.length
  return others.toSpliced(at, 0, one)
}

/** Moves one row: `front`, `rear`, `before:NAME`, `after:NAME`. */
const move =
  (list: string, param: string, nameOf: (row: Row) => unknown): SpecialCall =>
  ({ resources }, { route: { params }, body }) => {
    const position = params.position ?? objectAt({ body }, 'body').position
    resources.changeRows(list, (rows) => {
      const one = rows.find((row) => nameOf(row) === params[param])
      return one ? place(position, rows, one, nameOf) : rows
    })
    return empty()
  }

/** Calls that no general rule covers: they involve two resources or change one field. Undefined for all other calls. */
export function specialCall(cluster: Cluster, call: Call): ReplayedResponse | undefined {
  const { method, route } = call
  return table[`${method} ${route.template}`]?.(cluster, call)
}

const toggle =
  (list: string): SpecialCall =>
  ({ resources, behavior, nodes }, { route: { params } }) => {
    const enable = params.enable === 'true'
    // A recorded object gets its recorded status again, because its server may have been down.
    const known = enable ? behavior.createdRows(list, { enable }).find((row) => isNamed(row, params)) : undefined
    const statusOf = (row: Row) =>
      known ? { ...row, ...onAllNodes(statusIn(known), nodes()), enable } : withStatus(row, enable)
    resources.changeRows(list, (rows) =>
      rows.map((row) => (isNamed(row, params) ? ('node_status' in row ? statusOf(row) : { ...row, enable }) : row)),
    )
    return empty()
  }

const statusIn = ({ status, status_reason, node_status }: Row): Json => ({
  status,
  ...(status_reason !== undefined && { status_reason }),
  node_status,
})

const isNamed = (row: Row, { id, name }: Readonly<Record<string, string>>) =>
  id === undefined ? row.name === name : (row.id ?? `${row.type}:${row.name}`) === id

const run =
  (running: boolean): SpecialCall =>
  (cluster, { route: { params } }) => {
    const item = itemAt(cluster, '/listeners/{id}', params)
    cluster.resources.changeRows('/listeners', (rows) =>
      rows.map((row) => (item?.is(row) ? withRunning(row, running) : row)),
    )
    const detail = item && cluster.resources.read(item.path)
    if (item && isRecord(detail)) cluster.resources.write(item.path, { ...detail, running })
    return empty(200)
  }

const withRunning = (row: Row, running: boolean): Row => ({
  ...row,
  status: { ...objectAt(row, 'status'), running },
  node_status: [row.node_status]
    .flat()
    .filter(isRecord)
    .map((one) => ({ ...one, status: { ...objectAt(one, 'status'), running } })),
})

const table: Readonly<Record<string, SpecialCall>> = {
  'PUT /connectors/{id}/enable/{enable}': toggle('/connectors'),
  'PUT /actions/{id}/enable/{enable}': toggle('/actions'),
  'PUT /sources/{id}/enable/{enable}': toggle('/sources'),
  'POST /schema_validations/validation/{name}/enable/{enable}': toggle('/schema_validations'),
  'POST /message_transformations/transformation/{name}/enable/{enable}': toggle('/message_transformations'),
  'PUT /authentication/order': reorder('/authentication', ({ id }) => id),
  'PUT /authorization/sources/order': reorder('/authorization/sources', ({ type }) => type),
  'PUT /authentication/{id}/position/{position}': move('/authentication', 'id', ({ id }) => id),
  'POST /authorization/sources/{type}/move': move('/authorization/sources', 'type', ({ type }) => type),
  'POST /exhooks/{name}/move': move('/exhooks', 'name', ({ name }) => name),
  'POST /listeners/{id}/start': run(true),
  'POST /listeners/{id}/restart': run(true),
  'POST /listeners/{id}/stop': run(false),
  'POST /publish': (cluster, { body }) => (isRecord(body) ? publish(cluster, body) : undefined),
  'POST /publish/bulk': (cluster, { body }) => {
    const answers = [body]
      .flat()
      .filter(isRecord)
      .map((message) => publish(cluster, message))
    const bad = answers.find(({ status }) => status === 400)
    return (
      bad ??
      ok(
        answers.map(({ json }) => json),
        answers.some(({ status }) => status === 202) ? 202 : 200,
      )
    )
  },
  'POST /clients/{clientid}/subscribe': (cluster, { route, body }) =>
    ok(subscribe(cluster, route.params.clientid, body)[0]),
  'POST /clients/{clientid}/subscribe/bulk': (cluster, { route, body }) =>
    ok(subscribe(cluster, route.params.clientid, body)),
  'POST /clients/{clientid}/unsubscribe': ({ resources }, { route, body }) => {
    unsubscribe(resources, route.params.clientid, body)
    return empty()
  },
  'POST /clients/{clientid}/unsubscribe/bulk': ({ resources }, { route, body }) => {
    unsubscribe(resources, route.params.clientid, body)
    return empty()
  },
  'POST /clients/kickout/bulk': ({ resources }, { body }) => {
    const gone = [body].flat()
    resources.changeRows('/clients', (rows) => rows.filter(({ clientid }) => !gone.includes(clientid)))
    return empty()
  },
  'PUT /clients/{clientid}/keepalive': (cluster, { route, body }) => {
    const item = itemAt(cluster, '/clients/{clientid}', route.params)
    const keepalive = Number(objectAt({ body }, 'body').interval)
    cluster.resources.changeRows('/clients', (rows) => rows.map((row) => (item?.is(row) ? { ...row, keepalive } : row)))
    return ok({ ...item?.row, keepalive })
  },
  'PUT /mqtt/topic_metrics': ({ resources }, { body }) => {
    const { topic } = objectAt({ body }, 'body')
    const row = resources.rows('/mqtt/topic_metrics')?.find((one) => one.topic === topic)
    return row ? ok(row) : refuse(404, 'TOPIC_NOT_FOUND', 'Topic not found')
  },
  'DELETE /alarms': ({ resources }) => {
    // Active alarms stay.
    resources.changeRows('/alarms', (rows) => rows.filter((row) => !('deactivate_at' in row)))
    return empty()
  },
  'PUT /trace/{name}/stop': ({ resources }, { route: { params } }) => {
    resources.changeRows('/trace', (rows) =>
      rows.map((row) => (row.name === params.name ? { ...row, status: 'stopped' } : row)),
    )
    return ok({ enable: false, name: params.name })
  },
  'POST /data/export': ({ resources, nodes }) => {
    const date = new Date()
    const filename = `emqx-export-${date.toISOString().replace(/[T:]/g, '-').replace('Z', '')}.tar.gz`
    const [node] = nodes()
    const created = {
      created_at: now().replace(/\.\d+/, ''),
      created_at_sec: Math.floor(date.getTime() / 1000),
      filename,
      node,
      size: 6645,
    }
    resources.changeRows('/data/files', (rows) => [created, ...rows])
    return ok(created)
  },
  'POST /users': ({ sessions }, { body }) => {
    const { username, password } = objectAt({ body }, 'body')
    const weak = weakness(password)
    if (weak) return weak
    sessions.rememberUser(String(username), String(password))
    // The rest is as for every list.
    return undefined
  },
  'POST /users/{username}/change_pwd': ({ sessions }, { route, body }) =>
    sessions.changePassword(route.params.username ?? '', body),
  'DELETE /users/{username}': (_, { route, user }) =>
    route.params.username === user
      ? refuse(400, 'NOT_ALLOWED', `Cannot delete user <<"${route.params.username}">>`)
      : undefined,
  'DELETE /connectors/{id}': ({ resources }, { route }) => {
    const [type, name] = (route.params.id ?? '').split(':')
    const isThrough = (row: Row) => row.connector === name && row.type === type
    const through = [...(resources.rows('/actions') ?? []), ...(resources.rows('/sources') ?? [])].filter(isThrough)
    return through.length === 0
      ? undefined
      : refuse(
          400,
          'BAD_REQUEST',
          `{<<"Cannot delete connector while there are active channels defined for this connector">>,[${through.map((row) => `{<<"${row.type}:${row.name}">>}`)}]}`,
        )
  },
  'DELETE /actions/{id}': ({ resources }, { route, query }) => {
    const { id } = route.params
    const uses = (row: Row) => [row.actions].flat().includes(id)
    const rules = (resources.rows('/rules') ?? []).filter(uses).map((rule) => rule.id)
    if (rules.length === 0) return undefined
    if (query.get('also_delete_dep_actions') !== 'true')
      return refuse(400, 'BAD_REQUEST', 'Cannot delete action while active rules are depending on it', { rules })
    resources.changeRows('/rules', (rows) =>
      rows.map((row) => (uses(row) ? { ...row, actions: [row.actions].flat().filter((one) => one !== id) } : row)),
    )
    return undefined
  },
  'PUT /gateways/{name}': ({ resources, document, nodes, behavior }, { route, body, method }) => {
    const name = String(route.params.name)
    const recorded = behavior.all.find(
      (one) => one.method === 'GET' && one.route.path === route.path && isRecord(one.body) && 'listeners' in one.body,
    )
    const schema = bodySchema(route.operations.get(method), { name, ...objectAt({ body }, 'body') }, document.resolve)
    const made = objectAt({ made: complete(schema, body, document.resolve) }, 'made')
    const listeners = [made.listeners ?? []]
      .flat()
      .filter(isRecord)
      .map((one) => ({ ...one, id: `${name}:${one.type}:${one.name}` }))
    const status = made.enable === false ? 'stopped' : 'running'
    const times = { created_at: now(), [status === 'running' ? 'started_at' : 'stopped_at']: now() }
    const exact = behavior.success(method, route, body)
    resources.write(route.path, exact && recorded ? recorded.body : { ...times, name, status, ...made, listeners })
    const counts = { current_connections: 0, max_connections: 1024 }
    const row = {
      ...times,
      ...counts,
      name,
      status,
      listeners: listeners.map((one: Json) => ({
        id: one.id,
        name: one.name,
        running: status === 'running',
        type: one.type,
      })),
      node_status: nodes().map((node) => ({ ...counts, node, status })),
    }
    resources.changeRows('/gateways', (rows) => rows.map((one) => (one.name === name ? row : one)))
    return empty()
  },
  'PUT /gateways/{name}/enable/{enable}': (cluster, { route: { params } }) =>
    enableGateway(cluster, String(params.name), params.enable === 'true'),
  'POST /authentication/{id}/import_users': (cluster, { route, body }) => {
    const path = `/authentication/${encodeURIComponent(route.params.id ?? '')}/users`
    const rows = [body].flat().filter(isRecord)
    if (rows.length === 0) return undefined
    const before = cluster.resources.rows(path) ?? []
    if (!cluster.resources.rows(path))
      cluster.resources.write(path, { data: [], meta: { count: 0, hasnext: false, limit: 100, page: 1 } })
    const known = before.map(({ user_id }) => user_id)
    const made = rows.map(({ user_id, is_superuser }) => ({
      user_id,
      is_superuser: is_superuser === true || is_superuser === 'true',
    }))
    const isNew = ({ user_id }: Json) => !known.includes(user_id)
    cluster.resources.changeRows(path, (all) => [
      ...all.filter(({ user_id }) => !made.some((one) => one.user_id === user_id)),
      ...made,
    ])
    const success = made.filter(isNew).length
    return ok({ total: made.length, success, override: made.length - success, skipped: 0, failed: 0 })
  },
  'POST /authorization/sources/built_in_database/rules/all': ({ resources, document }, { route, body, method }) => {
    resources.write(
      route.path,
      complete(bodySchema(route.operations.get(method), body, document.resolve), body, document.resolve),
    )
    return empty()
  },
  'DELETE /authorization/sources/built_in_database/rules/all': ({ resources }, { route }) => {
    resources.write(route.path, { rules: [] })
    return empty()
  },
}

/** Handles one call. Undefined if the general rules apply. */
type SpecialCall = (cluster: Cluster, call: Call) => ReplayedResponse | undefined
