import { AppError, type BanQuery, noContent, ok } from '@mqdeck/contract'
import type { BrokerContext } from '../broker-context.ts'
import { filter, given, type HandlersOf, toPage } from '../management.ts'
import { defineModule } from '../resource-module.ts'
import { banTable } from './backup-table.ts'
import { enforceBans, kickBanned } from './enforce.ts'
import { bansTasks } from './migration.ts'
import { type BanRecord, type Bans, openBans, toBan } from './service.ts'

function bannedHandlers({ bans, broker, clock }: BrokerContext & { readonly bans: Bans }): HandlersOf<'banned'> {
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

export const bannedModule = defineModule({
  name: 'banned',
  migration: { access: bansTasks },
  create(context) {
    const { broker, store, clock, log } = context
    const bans = openBans(store, clock, log)
    enforceBans(broker, bans, log)
    return {
      provides: bans,
      handlers: bannedHandlers({ ...context, bans }),
      backupTables: [banTable(bans, broker, clock)],
    }
  },
})
