import type { Broker, ClientView } from '@mqdeck/broker'
import { AppError, type ClientCursorQuery, type ClientQuery } from '@mqdeck/contract'
import { filter, given } from '../management.ts'

export interface WalkStep {
  readonly rows: readonly ClientView[]
  /** Cursor of the next page. Undefined after the last client. */
  readonly cursor: string | undefined
}

/** One page of the clients that match the filters, sorted by ID. */
export function createClientWalk(broker: Broker): (query: ClientCursorQuery) => Promise<WalkStep> {
  const index = createClientIndex(broker)

  function* views(ids: Iterable<string>): Generator<ClientView> {
    for (const id of ids) {
      const view = broker.client(id)
      if (view) yield view
    }
  }

  return async (query) => {
    const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor)
    const ids = query.clientid ? chosenIds(query.clientid, after) : index.idsAfter(after)
    const rows: ClientView[] = []
    for (const view of filter(views(ids), clientTests(query))) {
      if (broker.turn.spend()) await broker.turn.next()
      if (!view) continue
      const last = rows.at(-1)
      if (rows.length === query.limit && last) return { rows, cursor: encodeCursor(last.info.clientId) }
      rows.push(view)
    }
    return { rows, cursor: undefined }
  }
}

/** Given IDs need no index. */
const chosenIds = (ids: readonly string[], after: string | undefined) =>
  [...new Set(ids)].sort().filter((id) => after === undefined || id > after)

type Filters = Omit<ClientCursorQuery, 'limit' | 'cursor'> & Pick<Partial<ClientQuery>, 'node'>
type Test = (client: ClientView) => boolean

/** One predicate per filter parameter. All of them must match. */
export function clientTests(query: Filters): readonly Test[] {
  const { ip_address, clean_start, proto_ver, like_clientid, like_username } = query
  return given<ClientView>(
    among(query.clientid, ({ info }) => info.clientId),
    among(query.username, ({ info }) => info.username),
    ip_address !== undefined && (({ info }) => info.peerhost === ip_address),
    query.conn_state !== undefined && hasState(query.conn_state),
    clean_start !== undefined && (({ info }) => info.cleanStart === clean_start),
    proto_ver !== undefined && (({ info }) => info.protocolVersion === proto_ver),
    like_clientid !== undefined && (({ info }) => info.clientId.includes(like_clientid)),
    like_username !== undefined && (({ info }) => info.username?.includes(like_username) ?? false),
    within(query.gte_created_at, query.lte_created_at, (client) => client.createdAt),
    within(query.gte_connected_at, query.lte_connected_at, (client) => client.connectedAt),
  )
}

/** EMQX does not count rows for substring filters. */
export const isCounted = ({ like_clientid, like_username }: Filters): boolean =>
  like_clientid === undefined && like_username === undefined

function among(wanted: readonly string[] | undefined, read: (client: ClientView) => string | undefined) {
  if (wanted === undefined) return undefined
  const values = new Set<string | undefined>(wanted)
  return (client: ClientView) => values.has(read(client))
}

/** `idle` is a connection before CONNECT, which is not a client yet. */
function hasState(state: 'connected' | 'idle' | 'disconnected'): Test {
  return ({ connected }) => state !== 'idle' && connected === (state === 'connected')
}

function within(from: number | undefined, to: number | undefined, read: (client: ClientView) => number) {
  if (from === undefined && to === undefined) return undefined
  return (client: ClientView) => read(client) >= (from ?? 0) && read(client) <= (to ?? Number.POSITIVE_INFINITY)
}

/** The cursor is the last ID that was returned. It stays valid when clients connect or disconnect, even this client. */
const encodeCursor = (id: string): string => Buffer.from(JSON.stringify([1, id])).toString('base64url')

/** @throws {AppError} BAD_REQUEST if it is not a valid cursor */
function decodeCursor(cursor: string): string {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(parts) && parts[0] === 1 && typeof parts[1] === 'string') return parts[1]
  } catch {
    // not JSON, handled below
  }
  throw new AppError('BAD_REQUEST', 'bad cursor')
}

/** Sorted client IDs, so that paging over very many clients does not start at the first client for each page. */
interface ClientIndex {
  /** IDs after `after`, or all of them. Some may belong to clients that are gone. */
  idsAfter(after: string | undefined): Generator<string>
}

/** Number of new IDs to remember between pages. Above this, rebuilding the index is cheaper. */
const maxAdded = 10_000

/** Built for the first page and kept up to date from then on. Removed IDs are cleaned up when there are many. */
function createClientIndex(broker: Broker): ClientIndex {
  let sorted: string[] | undefined
  const added = new Set<string>()

  broker.hooks.on('session.created', ({ clientId, gateway }) => {
    if (!sorted || gateway !== undefined) return
    added.add(clientId)
    if (added.size > maxAdded) forget()
  })

  const forget = () => {
    sorted = undefined
    added.clear()
  }
  const build = () => {
    added.clear()
    return Array.from(broker.clients(), ({ info }) => info.clientId).sort()
  }
  const current = (): readonly string[] => {
    const { connections } = broker.clientCount()
    const known = sorted ? sorted.length + added.size : 0
    // Too many removed IDs, or IDs that were added without an event, such as sessions restored from the disk.
    if (known > 2 * connections + 1000 || known < connections) forget()
    sorted ??= build()
    const old = sorted
    const fresh = [...added].filter((id) => old[firstBehind(old, id) - 1] !== id)
    added.clear()
    // Sorting a nearly sorted list takes one pass.
    if (fresh.length > 0) sorted = [...old, ...fresh.sort()].sort()
    return sorted
  }

  return {
    *idsAfter(after) {
      const ids = current()
      for (let at = after === undefined ? 0 : firstBehind(ids, after); at < ids.length; at++) yield ids[at] ?? ''
    },
  }
}

/** Index of the first ID greater than `id`. */
function firstBehind(sorted: readonly string[], id: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') <= id) low = middle + 1
    else high = middle
  }
  return low
}
