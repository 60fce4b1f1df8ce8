import { isRecord } from '@mqdeck/contract'
import { type Json, objectAt } from '../recordings/json.ts'
import { type Recording, recordings } from '../recordings/recordings.ts'
import type { ApiDocument } from './api-document.ts'
import { bodySchema, complete, mistakeIn } from './body-schemas.ts'
import type { Cluster } from './cluster.ts'
import { envelopeOf, filterRows, pageOf, type Row } from './lists.ts'
import { now } from './messages.ts'
import { missing } from './not-found.ts'
import { toRecorded } from './recorded-behavior.ts'
import { type Call, empty, invalid, ok, type ReplayedResponse, refuse } from './response.ts'

type Answer = (context: Context) => ReplayedResponse

/** A call to a loaded gateway. */
interface Context {
  readonly cluster: Cluster
  readonly call: Call
  readonly name: string
  readonly gateway: Json
}

const isGet = ({ method, status }: Recording) => method === 'GET' && status === 200

/** All eight kinds, loaded as recorded, with their recorded clients. */
export function loadedGateways(document: ApiDocument): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>()
  for (const { route, body } of recordings('gateways')
    .filter(isGet)
    .flatMap((one) => toRecorded(one, document))) {
    const { path, template } = route
    if (path === '/gateways' && Array.isArray(body) && body.every((row) => row.status !== 'unloaded'))
      found.set(path, body)
    if (template === '/gateways/{name}' && isRecord(body) && 'listeners' in body && !found.has(path))
      found.set(path, body)
    const rows = template.startsWith('/gateways/{name}/clients') ? envelopeOf(body)?.rows : undefined
    if (rows && rows.length > (envelopeOf(found.get(path))?.rows.length ?? 0)) found.set(path, body)
  }
  return found
}

/** Calls to gateways, other than reading, changing and enabling one. Undefined for all other calls. */
export function gatewayCall(cluster: Cluster, call: Call): ReplayedResponse | undefined {
  const { route, method } = call
  if (!route.template.startsWith('/gateways/')) return undefined
  const key = route.template.replace('/listeners/{id}/authentication', '/authentication')
  const answer = table[`${method} ${key}`]
  if (!answer) return undefined
  const name = route.params.name ?? route.path.split('/')[2] ?? ''
  const row = cluster.resources.rows('/gateways')?.find((one) => one.name === name)
  if (!row) return missing(cluster, '/gateways/{name}', { name })
  const gateway = cluster.resources.read(`/gateways/${name}`)
  if (row.status === 'unloaded' || !isRecord(gateway)) return notFound('Gateway not loaded')
  return answer({ cluster, call, name, gateway })
}

const notFound = (message: string) => refuse(404, 'RESOURCE_NOT_FOUND', message)
const unknownClient: ReplayedResponse = { status: 404, json: { code: 'CLIENT_NOT_FOUND' } }

const listenersOf = (gateway: Json): readonly Json[] => [gateway.listeners ?? []].flat().filter(isRecord)

/** Writes the listeners of a gateway, and its row in the list. */
function setListeners({ cluster: { resources }, name, gateway }: Context, listeners: readonly Json[]): void {
  resources.write(`/gateways/${name}`, { ...gateway, listeners })
  resources.changeRows('/gateways', (rows) =>
    rows.map((row) => (row.name === name ? { ...row, listeners: listeners.map((one) => summary(gateway, one)) } : row)),
  )
}

const summary = (gateway: Json, { id, name, type, enable }: Json): Json => ({
  id,
  name,
  running: gateway.status === 'running' && enable !== false,
  type,
})

const withState = ({ cluster, gateway }: Context, listener: Json): Json => {
  const status = {
    current_connections: 0,
    max_connections: listener.max_connections ?? 1024,
    running: summary(gateway, listener).running,
  }
  return { ...listener, status, node_status: cluster.nodes().map((node) => ({ node, status })) }
}

/** @param isNew whether the name must be in the body */
function readListener({ cluster: { document }, call, name }: Context, isNew: boolean): Json | ReplayedResponse {
  const body = objectAt(call, 'body')
  for (const field of isNew ? ['bind', 'name', 'type'] : ['bind'])
    if (body[field] === undefined) return refuse(400, 'BAD_REQUEST', `${field} is required`)
  const own = isNew ? body : { ...body, ...placeOf(call) }
  const post = document.operations('/gateways/{name}/listeners')?.get('POST')
  const schema = bodySchema(post, own, document.resolve)
  const mistake = mistakeIn(schema, own, ['id', 'name', 'type', 'running', 'status', 'node_status'], document.resolve)
  if (mistake) return invalid(mistake)
  const { status: _, node_status: __, ...made } = objectAt({ made: complete(schema, own, document.resolve) }, 'made')
  return { ...made, id: `${name}:${own.type}:${own.name}` }
}

function placeOf({ route }: Call) {
  const [, type, name] = (route.params.id ?? '').split(':')
  return { type, name }
}

const isResponse = (value: Json | ReplayedResponse): value is ReplayedResponse => typeof value.status === 'number'

/** Path of an authenticator: `/gateways/stomp/authentication`. */
const authenticatorPath = ({ route }: Call) => route.path.replace(/(\/authentication)\/.*/, '$1')
const usersPath = (call: Call) => `${authenticatorPath(call)}/users`
const page = (data: readonly Row[]) => ({ data, meta: { count: data.length, hasnext: false, limit: 100, page: 1 } })
const usersOf = ({ cluster: { resources }, call }: Context): readonly Row[] => resources.rows(usersPath(call)) ?? []

/** Calls to users need an authenticator. */
const withAuthenticator =
  (answer: Answer): Answer =>
  (context) => {
    const path = authenticatorPath(context.call)
    if (context.cluster.resources.read(path) !== undefined) return answer(context)
    return notFound(`Resource not found. path: ${path.slice(1).replace('gateways', 'gateway').replaceAll('/', '.')}`)
  }

const oneUser = (answer: (context: Context, user: Row) => ReplayedResponse): Answer =>
  withAuthenticator((context) => {
    const user = usersOf(context).find(({ user_id }) => user_id === context.call.route.params.uid)
    return user ? answer(context, user) : refuse(404, 'NOT_FOUND', 'User not found')
  })

const setUsers = ({ cluster: { resources }, call }: Context, users: readonly Row[]) =>
  resources.write(usersPath(call), page(users))

function setAuthenticator({ cluster: { resources }, call, name }: Context): Json {
  const settings = objectAt(call, 'body')
  const { mechanism, backend } = settings
  const id = backend === undefined ? mechanism : `${mechanism}:${backend}`
  resources.write(authenticatorPath(call), { chain_name: call.route.params.id ?? `${name}:global`, id, ...settings })
  return settings
}

const ownerOf = ({ call, name }: Context) => call.route.params.id ?? name

const clientsPath = (name: string) => `/gateways/${name}/clients`
const clientsOf = ({ cluster: { resources }, name }: Context): readonly Row[] => resources.rows(clientsPath(name)) ?? []
const clientId = ({ call }: Context) => call.route.params.clientid ?? ''
const findClient = (context: Context) => clientsOf(context).find(({ clientid }) => clientid === clientId(context))

const oneClient =
  (refusal: ReplayedResponse, answer: (context: Context, client: Row) => ReplayedResponse): Answer =>
  (context) => {
    const client = findClient(context)
    return client ? answer(context, client) : refusal
  }

const subscriptionsPath = (context: Context) =>
  `${clientsPath(context.name)}/${encodeURIComponent(clientId(context))}/subscriptions`
const subscriptionsOf = (context: Context): readonly Row[] =>
  context.cluster.resources.rows(subscriptionsPath(context)) ?? []
const noProcess = notFound('client process not found')
const noClient = notFound('Client not found')

const sent = oneClient(unknownClient, () => empty())

const table: Readonly<Record<string, Answer>> = {
  'GET /gateways/{name}/listeners': (context) =>
    ok(listenersOf(context.gateway).map((listener) => withState(context, listener))),
  'POST /gateways/{name}/listeners': (context) => {
    const made = readListener(context, true)
    if (isResponse(made)) return made
    const listeners = listenersOf(context.gateway)
    if (listeners.some(({ id }) => id === made.id)) return refuse(400, 'BAD_REQUEST', 'Listener name has occupied')
    setListeners(context, [...listeners, made])
    return ok({ ...objectAt(context.call, 'body'), id: made.id }, 201)
  },
  'GET /gateways/{name}/listeners/{id}': ({ call, gateway }) => {
    const { id } = call.route.params
    const found = listenersOf(gateway).find((one) => one.id === id)
    if (found) return ok({ ...found, running: summary(gateway, found).running })
    return notFound(id?.split(':').length === 3 ? 'Listener not found' : `Listener not found: ${id}`)
  },
  'PUT /gateways/{name}/listeners/{id}': (context) => {
    const { id } = context.call.route.params
    const listeners = listenersOf(context.gateway)
    if (!listeners.some((one) => one.id === id)) return refuse(400, 'BAD_REQUEST', `Listener ${id} not found`)
    const made = readListener(context, false)
    if (isResponse(made)) return made
    setListeners(
      context,
      listeners.map((one) => (one.id === id ? made : one)),
    )
    return ok({ ...objectAt(context.call, 'body'), ...placeOf(context.call), id })
  },
  'DELETE /gateways/{name}/listeners/{id}': (context) => {
    const { id } = context.call.route.params
    const listeners = listenersOf(context.gateway)
    const left = listeners.filter((one) => one.id !== id)
    if (left.length === listeners.length) return notFound('Listener not found')
    setListeners(context, left)
    context.cluster.resources.remove(context.call.route.path)
    return empty()
  },
  'GET /gateways/{name}/authentication': ({ cluster: { resources }, call }) => {
    const found = resources.read(call.route.path)
    return found === undefined ? empty() : ok(found)
  },
  'POST /gateways/{name}/authentication': (context) => {
    if (context.cluster.resources.read(context.call.route.path) !== undefined)
      return refuse(400, 'BAD_REQUEST', `The authentication already exist on ${ownerOf(context)}`)
    return ok(setAuthenticator(context), 201)
  },
  'PUT /gateways/{name}/authentication': (context) => {
    if (context.cluster.resources.read(context.call.route.path) === undefined)
      return refuse(400, 'BAD_REQUEST', `The authentication not found on ${ownerOf(context)}`)
    return ok(setAuthenticator(context))
  },
  'DELETE /gateways/{name}/authentication': ({ cluster: { resources }, call }) => {
    resources.remove(call.route.path)
    return empty()
  },
  'GET /gateways/{name}/authentication/users': withAuthenticator((context) => {
    const { query } = context.call
    return ok(pageOf(page(filterRows(usersOf(context), query)), query))
  }),
  'POST /gateways/{name}/authentication/users': withAuthenticator((context) => {
    const { user_id, password, is_superuser = false } = objectAt(context.call, 'body')
    for (const [field, value] of Object.entries({ user_id, password }))
      if (value === undefined)
        return invalid({ reason: 'required_field', path: `root.${field}`, kind: 'validation_error' })
    const users = usersOf(context)
    if (users.some((one) => one.user_id === user_id)) return refuse(409, 'ALREADY_EXISTS', 'User already exists')
    setUsers(context, [...users, { user_id, is_superuser }])
    return ok({ user_id, is_superuser }, 201)
  }),
  'GET /gateways/{name}/authentication/users/{uid}': oneUser((_, user) => ok(user)),
  'PUT /gateways/{name}/authentication/users/{uid}': oneUser((context, user) => {
    const changed = { ...user, is_superuser: objectAt(context.call, 'body').is_superuser ?? user.is_superuser }
    setUsers(
      context,
      usersOf(context).map((one) => (one === user ? changed : one)),
    )
    return ok(changed)
  }),
  'DELETE /gateways/{name}/authentication/users/{uid}': oneUser((context, user) => {
    setUsers(
      context,
      usersOf(context).filter((one) => one !== user),
    )
    return empty()
  }),
  'POST /gateways/{name}/authentication/import_users': withAuthenticator((context) => {
    // The form has one file: CSV, whose first column has the IDs.
    const lines = String(context.call.body).split(/\r?\n/)
    const start = lines.findIndex((line) => line.startsWith('user_id,'))
    const end = lines.findIndex((line, index) => index > start && (line === '' || line.startsWith('--')))
    if (start < 0) return refuse(400, 'BAD_REQUEST', 'bad_format')
    const made = lines.slice(start + 1, end).map((line) => {
      const fields = line.split(',')
      return { user_id: fields[0], is_superuser: fields.at(-1) === 'true' }
    })
    const users = usersOf(context)
    const old = users.filter(({ user_id }) => made.some((one) => one.user_id === user_id))
    setUsers(context, [...users.filter((one) => !old.includes(one)), ...made])
    const counts = { override: old.length, success: made.length - old.length, total: made.length }
    return ok({ failed: 0, skipped: 0, ...counts })
  }),
  'GET /gateways/{name}/clients': (context) => {
    const { query } = context.call
    return ok(pageOf(page(filterRows(clientsOf(context), query)), query))
  },
  'GET /gateways/{name}/clients/{clientid}': oneClient(noClient, (_, client) => ok(client)),
  'DELETE /gateways/{name}/clients/{clientid}': oneClient(noClient, ({ cluster: { resources }, name }, client) => {
    resources.changeRows(clientsPath(name), (rows) => rows.filter((one) => one !== client))
    return empty()
  }),
  'GET /gateways/{name}/clients/{clientid}/subscriptions': oneClient(noProcess, (context) =>
    ok(subscriptionsOf(context)),
  ),
  'POST /gateways/{name}/clients/{clientid}/subscriptions': oneClient(noProcess, (context) => {
    const { topic, qos = 0, sub_props } = objectAt(context.call, 'body')
    if (topic === undefined) return refuse(400, 'BAD_REQUEST', 'Miss topic property')
    const made = { topic, qos, nl: 0, rap: 0, rh: 1, is_new: true, ...(isRecord(sub_props) && { sub_props }) }
    if (context.name === 'stomp' && !('sub_props' in made)) return refuse(400, 'BAD_REQUEST', 'no_subid')
    const others = subscriptionsOf(context).filter((one) => one.topic !== topic)
    context.cluster.resources.write(subscriptionsPath(context), [...others, made])
    return ok(made, 201)
  }),
  'DELETE /gateways/{name}/clients/{clientid}/subscriptions/{topic}': oneClient(noProcess, (context) => {
    const before = subscriptionsOf(context)
    const left = before.filter(({ topic }) => topic !== context.call.route.params.topic)
    if (left.length === before.length) return notFound('Resource not found')
    context.cluster.resources.write(subscriptionsPath(context), left)
    return empty()
  }),
  'POST /gateways/coap/clients/{clientid}/request': oneClient(unknownClient, ({ call }) => {
    const { token, payload } = objectAt(call, 'body')
    if (token === undefined) return invalid({ reason: 'required_field', path: 'token', kind: 'validation_error' })
    return ok({ id: 50_702, method: '{ok,content}', payload: `resp:${payload}`, token })
  }),
  'GET /gateways/lwm2m/clients/{clientid}/lookup': oneClient(unknownClient, (context) => {
    const [path, action] = ['path', 'action'].map((name) => context.call.query.get(name) ?? '')
    const found = recordings('gateways')
      .filter(isGet)
      .map(({ body }) => objectAt({ body }, 'body'))
      .find((body) => 'codeMsg' in body && body.path === path && body.action === action)
    const none = { code: '6.01', codeMsg: 'reply_not_received', path, action }
    return ok({ ...(found ?? none), clientid: clientId(context) })
  }),
  'POST /gateways/lwm2m/clients/{clientid}/read': sent,
  'POST /gateways/lwm2m/clients/{clientid}/write': sent,
  'POST /gateways/lwm2m/clients/{clientid}/observe': sent,
}

/** Enables or disables a loaded gateway, with its details and the states of its listeners. */
export function enableGateway({ resources, nodes }: Cluster, name: string, enable: boolean): ReplayedResponse {
  const row = resources.rows('/gateways')?.find((one) => one.name === name)
  if (row?.status === 'unloaded') return notFound('Gateway not loaded')
  const status = enable ? 'running' : 'stopped'
  const { started_at: _, stopped_at: __, ...times } = objectAt({ row }, 'row')
  const state = { status, [enable ? 'started_at' : 'stopped_at']: now() }
  const listeners = [times.listeners ?? []].flat().filter(isRecord)
  resources.changeRows('/gateways', (rows) =>
    rows.map((one) =>
      one.name === name
        ? {
            ...times,
            ...state,
            listeners: listeners.map((listener) => ({ ...listener, running: enable })),
            node_status: nodes().map((node) => ({
              node,
              status,
              current_connections: 0,
              max_connections: one.max_connections ?? 1024,
            })),
          }
        : one,
    ),
  )
  const detail = resources.read(`/gateways/${name}`)
  if (isRecord(detail)) {
    const { started_at: ___, stopped_at: ____, ...settings } = detail
    resources.write(`/gateways/${name}`, { ...settings, ...state, enable })
  }
  return empty()
}
