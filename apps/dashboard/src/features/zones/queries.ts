import { type HoconObject, updateConfigs, writeHocon } from '@mqdeck/contract'
import { defineChange } from '../../api/index.ts'
import { listenerSettingsQuery, type Zones, zonesQuery } from '../listeners/index.ts'

/** Replaces all zones; missing ones are deleted. The API has no request for a single zone. */
export const saveZones = defineChange<Zones, unknown>({
  apply: (call, zones) =>
    call(updateConfigs, {
      query: { mode: 'replace' },
      // The zones were read from HOCON, or come from a form with JSON values.
      body: writeHocon({ zones: zones as HoconObject }),
    }),
  invalidates: [zonesQuery, listenerSettingsQuery],
})
