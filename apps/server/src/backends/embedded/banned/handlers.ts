import { AppError, type BanQuery, noContent, ok } from '@mqdeck/contract'
import { filter, given, type HandlersOf, toPage } from '../management.ts'
import type { Services } from '../services.ts'
import { kickBanned } from './enforce.ts'
import { type BanRecord, toBan } from './service.ts'

export function bannedHandlers({ bans, broker, clock }: Services): HandlersOf<'banned'> {
  return {
    listBanned: async ({ query }) => {
      const rows = filter(bans.list(), banTests(query))
      const { data, meta } = await toPage(rows, query, { total: 'count', toRow: toBan, turn: broker.turn })
      // EMQX has no `hasnext` here.
      return ok({ data, meta: { count: meta.count ?? data.length, limit: meta.limit, page: meta.page } })
    },
    createBanned: async ({ body }) => {
      const { as, who, by = 'mgmt_api', reason = '', at = Math.floor(clock.now() / 1000) } = body
      const until = body.until === 'infinity' ? Number.POSITIVE_INFINITY : body.until
      const ban = await bans.create({ as, who, by, reason, at, until })
      await kickBanned(broker, ban)
      return ok(toBan(ban))
    },
    deleteBanned: async ({ params: { as, who } }) => {
      if (!(await bans.remove(as, who))) throw new AppError('NOT_FOUND', `${as}: ${who} not found`)
      return noContent
    },
    clearBanned: async () => {
      await bans.clear()
      return noContent
    },
  }
}

function banTests(query: BanQuery) {
  const exact = (as: BanRecord['as'], who: string | undefined) =>
    who !== undefined && ((ban: BanRecord) => ban.as === as && ban.who === who)
  const like = (as: BanRecord['as'], part: string | undefined) =>
    part !== undefined && ((ban: BanRecord) => ban.as === as && ban.who.includes(part))
  return given<BanRecord>(
    exact('clientid', query.clientid),
    exact('username', query.username),
    exact('peerhost', query.peerhost),
    like('clientid', query.like_clientid),
    like('username', query.like_username),
    like('peerhost', query.like_peerhost),
    like('peerhost_net', query.like_peerhost_net),
  )
}
