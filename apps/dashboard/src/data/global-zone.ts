import { getGlobalZone } from '@mqdeck/contract'
import { defineQuery } from './query.ts'

/** The roots of the zone `default`: `{mqtt, force_shutdown, ...}`. */
export const globalZoneQuery = defineQuery<undefined, Readonly<Record<string, unknown>>>({
  name: 'global-zone',
  load: (call, _args, signal) => call(getGlobalZone, { signal }),
})
