import { getConfigs, readHocon } from '@mqdeck/contract'
import { isRecord } from '../lib/json-path.ts'
import { defineQuery } from './query.ts'

// Not part of the index: the reader of the configuration language comes along.

/** What one zone says otherwise than the global one: `{mqtt: {max_inflight: 10}}`. */
export type ZoneOverrides = Readonly<Record<string, unknown>>
export type Zones = Readonly<Record<string, ZoneOverrides>>

/** The global one, of which every listener is that names no other. */
export const globalZone = 'default'

/**
 * The named zones; undefined where the broker keeps them to itself. EMQX has no call for them and does not let them be
 * asked for by name, so the whole configuration is read.
 */
export const zonesQuery = defineQuery<undefined, Zones | undefined>({
  name: 'zones',
  async load(call, _, signal) {
    const answer: unknown = await call(getConfigs, { signal })
    const { zones } = typeof answer === 'string' ? readHocon(answer) : isRecord(answer) ? answer : {}
    if (!isRecord(zones)) return undefined
    const named = Object.entries(zones).filter(
      (entry): entry is [string, ZoneOverrides] => entry[0] !== globalZone && isRecord(entry[1]),
    )
    return Object.fromEntries(named)
  },
})
