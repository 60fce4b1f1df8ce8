import { getConfigs, readHocon } from '@mqdeck/contract'
import { defineQuery } from '../../api/query.ts'
import { isRecord } from '../../lib/json/json-path.ts'

// Not part of the index: it includes the HOCON parser.

/** The settings of a zone that differ from the global ones: `{mqtt: {max_inflight: 10}}`. */
export type ZoneOverrides = Readonly<Record<string, unknown>>
export type Zones = Readonly<Record<string, ZoneOverrides>>

/** The zone of all listeners without another one. */
export const globalZone = 'default'

/**
 * The named zones; undefined if the broker does not report them. EMQX has no endpoint for zones and does not return
 * them by name, so the whole configuration is read.
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
