import { type GlobalZoneChange, getGlobalZone, updateGlobalZone } from '@mqdeck/contract'
import type * as z from 'zod'
import { defineChange } from '../../api/change.ts'
import { defineQuery } from '../../api/query.ts'

/** The roots of the zone `default`: `{mqtt, force_shutdown, ...}`. */
export const globalZoneQuery = defineQuery<undefined, Readonly<Record<string, unknown>>>({
  name: 'global-zone',
  load: (call, _args, signal) => call(getGlobalZone, { signal }),
})

type GlobalZone = z.input<typeof GlobalZoneChange>

/**
 * Saves one root of the zone. EMQX only accepts the whole zone, so the other roots are read immediately before, to
 * keep changes by others.
 */
export const saveZoneRoot = (root: keyof GlobalZone) =>
  defineChange<unknown, unknown>({
    async apply(call, value) {
      const zone = await call(getGlobalZone, {})
      // The broker validates the values of a form, which may have fields newer than this dashboard.
      return call(updateGlobalZone, { body: { ...zone, [root]: value as object } })
    },
    invalidates: [globalZoneQuery],
  })
