import type { Flapping, ZonedFlappingSettings } from '@mqdeck/access'
import type { Broker, ZonesSettings } from '@mqdeck/broker'
import { flappingDetect, forceShutdown, mqtt, toPlain } from '@mqdeck/contract'
import type { Connections, View } from '../../../broker-config/configuration.ts'
import { zoneRoot } from '../../../broker-config/zones.ts'
import { listenerEntries } from '../listeners/service.ts'
import { invalid, requireFewer } from '../root-checks.ts'

const maxZones = 256

/** Zones, and the roots that are the global zone. `before` is the active configuration. */
export function zoneRoots(
  broker: Broker,
  flapping: Flapping,
  before: View,
): Connections<'mqtt' | 'force_shutdown' | 'flapping_detect' | 'zones'> {
  const applyFlapping = (view: View) => flapping.update(toFlappingSettings(view))
  return {
    mqtt: { apply: (_next, _previous, view) => applyZones(broker, view) },
    force_shutdown: { apply: (_next, _previous, view) => applyZones(broker, view) },
    flapping_detect: { apply: (_next, _previous, view) => applyFlapping(view) },
    zones: {
      check: (next, view) => {
        requireFewer('zones', next, maxZones)
        keepZonesInUse(before, view)
        toZonesSettings(view)
        toFlappingSettings(view)
      },
      apply: (_next, _previous, view) => {
        applyZones(broker, view)
        applyFlapping(view)
      },
    },
  }
}

/** A zone that is deleted together with its listener must be deleted after it. */
export const applyZones = (broker: Broker, view: View): void =>
  broker.updateZones({ ...pick(broker.zones(), broker.listeners()), ...toZonesSettings(view) })

const pick = (zones: ZonesSettings, listeners: readonly { readonly zone: string }[]) =>
  Object.fromEntries(Object.entries(zones).filter(([name]) => listeners.some(({ zone }) => zone === name)))

/** Reports the deleted zone instead of the listeners, which were not changed. */
function keepZonesInUse(before: View, view: View): void {
  const zones = view.get('zones')
  for (const gone of Object.keys(before.get('zones')).filter((name) => !Object.hasOwn(zones, name))) {
    const users = listenerEntries(view).filter(({ settings }) => settings.zone === gone)
    if (users.length > 0)
      throw invalid(
        `zones.${gone}`,
        `cannot be deleted: it is the zone of ${users.map(({ id }) => id).join(', ')}`,
        null,
      )
  }
}

/**
 * Zone settings in the format of the broker: the global zone, and each named zone merged over it.
 * @throws {AppError} for invalid settings of a named zone, with the path
 */
export function toZonesSettings(view: View): ZonesSettings {
  const named = Object.entries(view.get('zones')).map(([name, zone]) => [
    name,
    {
      mqtt: toPlain(mqtt, zoneRoot(name, mqtt, 'mqtt', zone, view.get('mqtt'))),
      force_shutdown: toPlain(
        forceShutdown,
        zoneRoot(name, forceShutdown, 'force_shutdown', zone, view.get('force_shutdown')),
      ),
    },
  ])
  const global = { mqtt: view.plain('mqtt'), force_shutdown: view.plain('force_shutdown') }
  return { ...Object.fromEntries(named), default: global }
}

/** @throws {AppError} for invalid settings of a named zone, with the path */
export function toFlappingSettings(view: View): ZonedFlappingSettings {
  const zones = Object.entries(view.get('zones'))
    .filter(([, zone]) => zone.flapping_detect !== undefined)
    .map(([name, zone]) => [
      name,
      toPlain(flappingDetect, zoneRoot(name, flappingDetect, 'flapping_detect', zone, view.get('flapping_detect'))),
    ])
  return { ...Object.fromEntries(zones), default: view.plain('flapping_detect') }
}
