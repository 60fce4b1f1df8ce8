import { type Ban, listBanned } from '@mqdeck/contract'
import { saveZoneRoot } from '../../data/global-zone.ts'
import { defineQuery } from '../../data/index.ts'

export const saveFlapping = saveZoneRoot('flapping_detect')

export interface FlappingBans {
  readonly bans: readonly Ban[]
  /** There are more bans than were looked through. */
  readonly isCut: boolean
}

/** As the detector signs its bans; the API has no filter for that. */
const detector = 'flapping detector'
const limit = 1000
/** Bans that are looked through at most. */
const most = 10_000

/** The bans that flapping detection has made, the newest first. */
export const flappingBansQuery = defineQuery<undefined, FlappingBans>({
  // Changes of bans invalidate it by this name: see bans/queries.ts.
  name: 'flapping-bans',
  async load(call, _args, signal) {
    const found: Ban[] = []
    for (let page = 1; ; page++) {
      const { data, meta } = await call(listBanned, { query: { page, limit }, signal })
      found.push(...data.filter(({ by }) => by === detector))
      const seen = page * limit
      if (data.length > 0 && seen < Math.min(meta.count, most)) continue
      return {
        bans: found.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)),
        isCut: meta.count > most,
      }
    }
  },
  poll: 'chosen',
})
