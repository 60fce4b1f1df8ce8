import { type Ban, listBanned } from '@mqdeck/contract'
import { defineQuery } from '../../api/index.ts'
import { saveZoneRoot } from '../zones/index.ts'

export const saveFlapping = saveZoneRoot('flapping_detect')

export interface FlappingBans {
  readonly bans: readonly Ban[]
  /** Whether there are more bans than were searched. */
  readonly isIncomplete: boolean
}

/** Value of `by` in bans by flapping detection. The API has no filter for it. */
const detector = 'flapping detector'
const limit = 1000
/** Maximum number of bans that are searched. */
const maxBans = 10_000

/** Bans by flapping detection, newest first. */
export const flappingBansQuery = defineQuery<undefined, FlappingBans>({
  // Changes in bans/queries.ts refer to this name.
  name: 'flapping-bans',
  async load(call, _args, signal) {
    const found: Ban[] = []
    for (let page = 1; ; page++) {
      const { data, meta } = await call(listBanned, { query: { page, limit }, signal })
      found.push(...data.filter(({ by }) => by === detector))
      const seen = page * limit
      if (data.length > 0 && seen < Math.min(meta.count, maxBans)) continue
      return {
        bans: found.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)),
        isIncomplete: meta.count > maxBans,
      }
    }
  },
  poll: 'chosen',
})
