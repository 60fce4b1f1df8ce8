import type { ZonedFlappingSettings } from '@mqdeck/access'
import type { ZonesSettings } from '@mqdeck/broker'
import { flappingDetect, forceShutdown, mqtt, toPlain } from '@mqdeck/contract'
import type { View } from '../../../broker-config/configuration.ts'
import { zoneRoot } from '../../../broker-config/zones.ts'

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
