import { type HoconObject, updateConfigs, writeHocon } from '@mqdeck/contract'
import { defineChange } from '../../data/index.ts'
import { listenerSettingsQuery } from '../../data/listeners.ts'
import { type Zones, zonesQuery } from '../../data/zones.ts'

/** All named zones: what is not in it is gone afterwards. There is no call for a single one. */
export const saveZones = defineChange<Zones, unknown>({
  apply: (call, zones) =>
    call(updateConfigs, {
      query: { mode: 'replace' },
      // They came from the reader of the same language, or from a form of JSON values.
      body: writeHocon({ zones: zones as HoconObject }),
    }),
  invalidates: [zonesQuery, listenerSettingsQuery],
})
