import type { ClientView } from '@mqdeck/broker'
import type { ClientCursorQuery, ClientQuery } from '@mqdeck/contract'
import { given } from '../filter.ts'

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
