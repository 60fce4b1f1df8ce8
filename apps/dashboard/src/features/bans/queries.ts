import {
  type Ban,
  type BanDimension,
  type BanQuery,
  clearBanned,
  createBanned,
  deleteBanned,
  listBanned,
  listClients,
} from '@mqdeck/contract'
import { defineChange, defineQuery, isNotFound, type RowPage } from '../../api/index.ts'

export const bansQuery = defineQuery<BanQuery, RowPage<Ban>>({
  name: 'bans',
  load: async (call, query, signal) => {
    const { data, meta } = await call(listBanned, { query, signal })
    return { rows: data, total: meta.count }
  },
  poll: 'chosen',
})

/** A ban disconnects clients, so the queries of `features/clients` are reloaded too. */
const affectedQueries = [bansQuery, { name: 'flapping-bans' }, { name: 'clients' }, { name: 'client' }]

export interface WantedBan {
  readonly as: BanDimension
  readonly who: string
  readonly reason: string
  /** Seconds since 1970. */
  readonly until: number | 'infinity'
  /** Username of the user who bans. */
  readonly by: string
}

export const createBan = defineChange<WantedBan, Ban>({
  apply: (call, body) => call(createBanned, { body }),
  invalidates: affectedQueries,
})

interface ChangedBan {
  readonly old: Ban
  readonly wanted: WantedBan
}

/** The API cannot update a ban, so it is deleted and created again. If that fails, the old ban is restored. */
export const changeBan = defineChange<ChangedBan, Ban>({
  async apply(call, { old, wanted }) {
    await call(deleteBanned, { params: { as: old.as, who: old.who } }).catch((error: unknown) => {
      // It may have expired in the meantime.
      if (!isNotFound(error)) throw error
    })
    try {
      return await call(createBanned, { body: wanted })
    } catch (error) {
      await call(createBanned, { body: { ...old } })
      throw error
    }
  },
  invalidates: affectedQueries,
})

type BanName = Pick<Ban, 'as' | 'who'>

export const removeBan = defineChange<BanName, undefined>({
  apply: (call, { as, who }) => call(deleteBanned, { params: { as, who } }),
  invalidates: affectedQueries,
})

export const clearBans = defineChange<undefined, undefined>({
  apply: (call) => call(clearBanned),
  invalidates: affectedQueries,
})

/** Kinds of bans for which the broker can count the matching clients with an index. */
export type CountedKind = 'clientid' | 'username' | 'peerhost'

/** Number of connected clients that a ban would match; undefined if the broker does not report it. */
export const matchingClientsQuery = defineQuery<{ readonly as: CountedKind; readonly who: string }, number | undefined>(
  {
    name: 'clients-matching-ban',
    load: async (call, { as, who }, signal) => {
      const filter = { clientid: { clientid: [who] }, username: { username: [who] }, peerhost: { ip_address: who } }[as]
      const query = { ...filter, conn_state: 'connected' as const, fields: 'clientid', page: 1, limit: 1 }
      const { meta } = await call(listClients, { query, signal })
      return meta.count
    },
  },
)
