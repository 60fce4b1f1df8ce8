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
import { defineChange, defineQuery, isNotFound } from '../data/index.ts'

export interface BanList {
  readonly bans: readonly Ban[]
  readonly total: number
}

export const bansQuery = defineQuery<BanQuery, BanList>({
  name: 'bans',
  load: async (call, query, signal) => {
    const { data, meta } = await call(listBanned, { query, signal })
    return { bans: data, total: meta.count }
  },
  poll: 'chosen',
})

/** A ban disconnects clients: what `features/clients` shows is outdated too. */
const outdated = [bansQuery, { name: 'flapping-bans' }, { name: 'clients' }, { name: 'client' }]

export interface WantedBan {
  readonly as: BanDimension
  readonly who: string
  readonly reason: string
  /** Seconds since 1970. */
  readonly until: number | 'infinity'
  /** The user who bans. */
  readonly by: string
}

export const createBan = defineChange<WantedBan, Ban>({
  apply: (call, body) => call(createBanned, { body }),
  invalidates: outdated,
})

interface ChangedBan {
  readonly old: Ban
  readonly wanted: WantedBan
}

/**
 * There is no call for it: the old ban is lifted and the new one made. When the new one is refused, the old one is made again.
 */
export const changeBan = defineChange<ChangedBan, Ban>({
  async apply(call, { old, wanted }) {
    await call(deleteBanned, { params: { as: old.as, who: old.who } }).catch((error: unknown) => {
      // It may have ended while somebody was typing.
      if (!isNotFound(error)) throw error
    })
    try {
      return await call(createBanned, { body: wanted })
    } catch (error) {
      await call(createBanned, { body: { ...old } })
      throw error
    }
  },
  invalidates: outdated,
})

export type BanName = Pick<Ban, 'as' | 'who'>

export const liftBan = defineChange<BanName, undefined>({
  apply: (call, { as, who }) => call(deleteBanned, { params: { as, who } }),
  invalidates: outdated,
})

export const clearBans = defineChange<undefined, undefined>({
  apply: (call) => call(clearBanned),
  invalidates: outdated,
})

/** The kinds whose clients the broker counts without looking at every one of them. */
export type CountedKind = 'clientid' | 'username' | 'peerhost'

/** How many connected clients a ban would fit right now; undefined where the broker does not count. */
export const fitsQuery = defineQuery<{ readonly as: CountedKind; readonly who: string }, number | undefined>({
  name: 'clients-a-ban-fits',
  load: async (call, { as, who }, signal) => {
    const filter = { clientid: { clientid: [who] }, username: { username: [who] }, peerhost: { ip_address: who } }[as]
    const query = { ...filter, conn_state: 'connected' as const, fields: 'clientid', page: 1, limit: 1 }
    const { meta } = await call(listClients, { query, signal })
    return meta.count
  },
})
