import {
  type Call,
  type Client,
  type ClientRow,
  type ClientSubscription,
  getClient,
  getClientTimeline,
  getMonitorCurrent,
  type InflightMessage,
  kickClient,
  listClientSubscriptions,
  listClients,
  listClientsV2,
  listGateways,
  listInflightMessages,
  listMqueueMessages,
  type MqueueMessage,
  type NewSubscription,
  type ResponseOf,
  subscribeClientBulk,
  unsubscribeClientBulk,
} from '@mqdeck/contract'
import {
  defineChange,
  defineCursorQuery,
  defineQuery,
  LocalizedError,
  orIfMissing,
  refreshIntervals,
} from '../../api/index.ts'
import { readPortion } from './details/read-messages.ts'
import type { ClientFilters } from './list/client-search.ts'
import { parseWildcard, type Wildcard } from './list/wildcard.ts'
import { messages } from './messages.ts'

/** A row of the list: the fields of the visible columns, and always the client ID. */
export type ListedClient = ClientRow & { readonly clientid: string }

export interface ClientList {
  readonly rows: readonly ListedClient[]
  /** Number of clients on all pages; undefined when the broker does not count them. */
  readonly total: number | undefined
  /** Requests the next page; undefined on the last page and for numbered pages. */
  readonly cursor: string | undefined
  readonly hasNext: boolean
}

export interface ClientListArgs {
  readonly filters: ClientFilters
  /** From `fieldsFor`. */
  readonly fields: string | undefined
  readonly limit: number
  readonly page: number
  readonly cursor: string | undefined
}

/** Uses a cursor, which costs the same on every page. Only the older list with numbered pages can filter by node. */
export const clientsQuery = defineQuery<ClientListArgs, ClientList>({
  name: 'clients',
  async load(call, args, signal) {
    const { filters, fields, limit, page, cursor } = args
    if (hasWildcard(filters)) return searchWithWildcards(call, args, signal)
    if (hasNumberedPages(filters)) {
      const { data, meta } = await call(listClients, {
        query: { ...filters, fields, limit, page },
        signal,
      })
      return { rows: withIds(data), total: meta.count, cursor: undefined, hasNext: meta.hasnext }
    }
    const { data, meta } = await call(listClientsV2, { query: { ...filters, fields, limit, cursor }, signal })
    return { rows: withIds(data), total: undefined, cursor: meta.cursor, hasNext: meta.cursor !== undefined }
  },
  poll: 'chosen',
})

/** With a wildcard the dashboard also filters by node, so that no numbered pages are needed. */
export const hasNumberedPages = (filters: ClientFilters): boolean => filters.node !== undefined && !hasWildcard(filters)

const hasWildcard = ({ like_clientid, like_username }: ClientFilters): boolean =>
  parseWildcard(like_clientid) !== undefined || parseWildcard(like_username) !== undefined

/** Maximum number of requests for one page, so that a pattern without a match does not read the whole cluster. */
const maxRequests = 20
const maxPortion = 1000

/**
 * The API can only search for a substring, so the longest literal part of a pattern is sent and the returned clients are compared
 * with the pattern here. Requests get larger while few clients match. A page has at least `limit` rows unless the list or the
 * number of requests ends first.
 */
async function searchWithWildcards(
  call: Call,
  { filters: { node, ...filters }, fields, limit, cursor }: ClientListArgs,
  signal: AbortSignal,
): Promise<ClientList> {
  const [clientid, username] = [parseWildcard(filters.like_clientid), parseWildcard(filters.like_username)]
  const literal = (pattern: Wildcard | undefined, text: string | undefined) =>
    (pattern ? pattern.literal : text) || undefined
  const query = {
    ...filters,
    like_clientid: literal(clientid, filters.like_clientid),
    like_username: literal(username, filters.like_username),
    fields: fields === undefined || node === undefined ? fields : `${fields},node`,
  }
  const isMatch = (row: ListedClient) =>
    (clientid?.matches(row.clientid) ?? true) &&
    (username?.matches(row.username ?? '') ?? true) &&
    (node === undefined || row.node === node)
  const rows: ListedClient[] = []
  let next = cursor
  let portion = limit
  for (let count = 0; count < maxRequests && rows.length < limit; count += 1) {
    const { data, meta } = await call(listClientsV2, { query: { ...query, limit: portion, cursor: next }, signal })
    rows.push(...withIds(data).filter(isMatch))
    next = meta.cursor
    if (next === undefined) break
    portion = Math.min(portion * 4, maxPortion)
  }
  return { rows, total: undefined, cursor: next, hasNext: next !== undefined }
}

/** Number of clients in the cluster, including offline sessions, as on the overview. */
export const allClientsQuery = defineQuery<undefined, number>({
  name: 'client-total',
  load: async (call, _, signal) => (await call(getMonitorCurrent, { signal })).connections,
  poll: refreshIntervals.nodes,
})

/** `fields` always contains the client ID. */
function withIds(rows: readonly ClientRow[]): readonly ListedClient[] {
  return rows.filter((row): row is ListedClient => row.clientid !== undefined)
}

export type ClientTimeline = ResponseOf<typeof getClientTimeline>

interface ClientParams {
  readonly clientid: string
}

export const clientQuery = defineQuery<ClientParams, Client>({
  name: 'client',
  load: (call, params, signal) => call(getClient, { params, signal }),
  poll: 'chosen',
  interval: refreshIntervals.current,
})

export const subscriptionsQuery = defineQuery<ClientParams, readonly ClientSubscription[]>({
  name: 'client-subscriptions',
  load: (call, params, signal) => call(listClientSubscriptions, { params, signal }),
  poll: 'chosen',
})

/** A payload may be binary. */
const payload = 'base64'

/** Recent events of a client, also of one without a session; null when the broker does not record them. */
export const timelineQuery = defineQuery<ClientParams, ClientTimeline | null>({
  name: 'client-timeline',
  load: (call, params, signal) => orIfMissing(call(getClientTimeline, { params, signal }), null),
  poll: 'chosen',
  interval: refreshIntervals.current,
})

export const mqueueQuery = defineCursorQuery<ClientParams, MqueueMessage>({
  name: 'client-mqueue',
  load: (call, params, from, signal) =>
    readPortion((query) => call(listMqueueMessages, { params, query: { ...query, payload }, signal }), from),
})

export const inflightQuery = defineCursorQuery<ClientParams, InflightMessage>({
  name: 'client-inflight',
  load: (call, params, from, signal) =>
    readPortion((query) => call(listInflightMessages, { params, query: { ...query, payload }, signal }), from),
})

const clientQueries = [clientsQuery, clientQuery, subscriptionsQuery, mqueueQuery, inflightQuery]

/** Closes the connection, if any, and deletes the session. */
export const kickClientAndSession = defineChange<ClientParams, undefined>({
  apply: (call, params) => call(kickClient, { params }),
  invalidates: clientQueries,
})

/** Deletes the session of a disconnected client. Fails when the client has reconnected meanwhile. */
export const cleanSession = defineChange<ClientParams, undefined>({
  async apply(call, params) {
    const { connected } = await call(getClient, { params })
    if (connected) throw new LocalizedError({ en: messages.en.connectedAgain, zh: messages.zh.connectedAgain })
    return call(kickClient, { params })
  },
  invalidates: clientQueries,
})

interface SubscribeRequest extends ClientParams {
  readonly subscriptions: readonly NewSubscription[]
}

export const subscribe = defineChange<SubscribeRequest, unknown>({
  apply: (call, { clientid, subscriptions }) =>
    call(subscribeClientBulk, { params: { clientid }, body: [...subscriptions] }),
  invalidates: [clientQuery, subscriptionsQuery, clientsQuery],
})

interface UnsubscribeRequest extends ClientParams {
  readonly topics: readonly string[]
}

export const unsubscribe = defineChange<UnsubscribeRequest, undefined>({
  apply: (call, { clientid, topics }) =>
    call(unsubscribeClientBulk, { params: { clientid }, body: topics.map((topic) => ({ topic })) }),
  invalidates: [clientQuery, subscriptionsQuery, clientsQuery],
})

/** Number of connections to gateways; null if no gateway runs. */
export const gatewayConnectionsQuery = defineQuery<undefined, number | null>({
  name: 'gateway-connections',
  async load(call, _, signal) {
    const gateways = await orIfMissing(call(listGateways, { query: { status: 'running' }, signal }), [])
    if (gateways.length === 0) return null
    return gateways.reduce((sum, { current_connections: count = 0 }) => sum + count, 0)
  },
})
