import {
  type Answer,
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
  listInflightMessages,
  listMqueueMessages,
  type MqueueMessage,
  type NewSubscription,
  subscribeClientBulk,
  unsubscribeClientBulk,
} from '@mqdeck/contract'
import { defineChange, defineCursorQuery, defineQuery, orIfMissing, refreshIntervals, LocalizedError } from '../../data/index.ts'
import type { ClientFilters } from './client-search.ts'
import { readPortion } from './read-messages.ts'
import { parseWildcard, type Wildcard } from './wildcard.ts'

/** A row of the list: what the visible columns need, and always the id. */
export type ListedClient = ClientRow & { readonly clientid: string }

export interface ClientList {
  readonly rows: readonly ListedClient[]
  /** Of all pages; only known where the broker counts. */
  readonly total: number | undefined
  /** Asks for the next page; undefined on the last one, and where pages have numbers. */
  readonly cursor: string | undefined
  readonly hasNext: boolean
}

export interface ClientListArgs {
  readonly filters: ClientFilters
  /** As `fieldsFor` gives it. */
  readonly fields: string | undefined
  readonly limit: number
  readonly page: number
  readonly cursor: string | undefined
}

/** Walks with a cursor, which costs the same on every page; only the older list with numbered pages can choose a node. */
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

/** A pattern is compared here, also with what only numbered pages could be asked for. */
export const hasNumberedPages = (filters: ClientFilters): boolean => filters.node !== undefined && !hasWildcard(filters)

const hasWildcard = ({ like_clientid, like_username }: ClientFilters): boolean =>
  parseWildcard(like_clientid) !== undefined || parseWildcard(like_username) !== undefined

/** Portions that are read for one page at most: a pattern without a match must not read a whole cluster in one go. */
const mostPortions = 20
const largestPortion = 1000

/**
 * The API finds parts of texts only: it is asked for the longest literal part of a pattern, and its answers are compared with the
 * pattern here. Portions grow while few clients match, so a page has at least `limit` rows unless the walk or its budget ends first.
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
  for (let count = 0; count < mostPortions && rows.length < limit; count += 1) {
    const { data, meta } = await call(listClientsV2, { query: { ...query, limit: portion, cursor: next }, signal })
    rows.push(...withIds(data).filter(isMatch))
    next = meta.cursor
    if (next === undefined) break
    portion = Math.min(portion * 4, largestPortion)
  }
  return { rows, total: undefined, cursor: next, hasNext: next !== undefined }
}

/** Clients of the whole cluster with those that are offline but keep their session, as the overview shows them. */
export const allClientsQuery = defineQuery<undefined, number>({
  name: 'client-total',
  load: async (call, _, signal) => (await call(getMonitorCurrent, { signal })).connections,
  poll: refreshIntervals.nodes,
})

/** `fields` always names the id. */
function withIds(rows: readonly ClientRow[]): readonly ListedClient[] {
  return rows.filter((row): row is ListedClient => row.clientid !== undefined)
}

export type ClientTimeline = Answer<typeof getClientTimeline>

interface OfClient {
  readonly clientid: string
}

export const clientQuery = defineQuery<OfClient, Client>({
  name: 'client',
  load: (call, params, signal) => call(getClient, { params, signal }),
  poll: refreshIntervals.statistics,
})

export const subscriptionsQuery = defineQuery<OfClient, readonly ClientSubscription[]>({
  name: 'client-subscriptions',
  load: (call, params, signal) => call(listClientSubscriptions, { params, signal }),
  poll: refreshIntervals.statistics,
})

/** Base64, because a payload need not be text. */
const payload = 'base64'

/** What happened to a client of late, also to one that is not there; null where the broker does not keep it. */
export const timelineQuery = defineQuery<OfClient, ClientTimeline | null>({
  name: 'client-timeline',
  load: (call, params, signal) => orIfMissing(call(getClientTimeline, { params, signal }), null),
  poll: refreshIntervals.current,
})

export const mqueueQuery = defineCursorQuery<OfClient, MqueueMessage>({
  name: 'client-mqueue',
  load: (call, params, from, signal) =>
    readPortion((query) => call(listMqueueMessages, { params, query: { ...query, payload }, signal }), from),
})

export const inflightQuery = defineCursorQuery<OfClient, InflightMessage>({
  name: 'client-inflight',
  load: (call, params, from, signal) =>
    readPortion((query) => call(listInflightMessages, { params, query: { ...query, payload }, signal }), from),
})

const ofSession = [clientsQuery, clientQuery, subscriptionsQuery, mqueueQuery, inflightQuery]

/** Ends connection and session, whichever there is. */
export const endClient = defineChange<OfClient, undefined>({
  apply: (call, params) => call(kickClient, { params }),
  invalidates: ofSession,
})

/** Ends the session of a client that is away, and leaves alone who has come back meanwhile. */
export const cleanSession = defineChange<OfClient, undefined>({
  async apply(call, params) {
    const { connected } = await call(getClient, { params })
    if (connected) throw new LocalizedError({ en: 'Connected by now, left as it is', zh: '已重新连接，未处理' })
    return call(kickClient, { params })
  },
  invalidates: ofSession,
})

interface Subscribing extends OfClient {
  readonly subscriptions: readonly NewSubscription[]
}

export const subscribe = defineChange<Subscribing, unknown>({
  apply: (call, { clientid, subscriptions }) =>
    call(subscribeClientBulk, { params: { clientid }, body: [...subscriptions] }),
  invalidates: [clientQuery, subscriptionsQuery, clientsQuery],
})

interface Unsubscribing extends OfClient {
  readonly topics: readonly string[]
}

export const unsubscribe = defineChange<Unsubscribing, undefined>({
  apply: (call, { clientid, topics }) =>
    call(unsubscribeClientBulk, { params: { clientid }, body: topics.map((topic) => ({ topic })) }),
  invalidates: [clientQuery, subscriptionsQuery, clientsQuery],
})
