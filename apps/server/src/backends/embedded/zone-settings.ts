import type { ZonedFlappingSettings } from '@mqdeck/access'
import type { ZonesSettings } from '@mqdeck/broker'
import { flappingDetect, forceShutdown, mqtt, toPlain } from '@mqdeck/contract'
import type { View } from '../../broker-config/configuration.ts'
import { zoneRoot } from '../../broker-config/zones.ts'

/**
 * The zones as the broker takes them: the global one, and each named one laid over it.
 * @throws {AppError} for what a named zone cannot say, with its path
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

/** @throws {AppError} for what a named zone cannot say, with its path */
export function toFlappingSettings(view: View): ZonedFlappingSettings {
  const zones = Object.entries(view.get('zones'))
    .filter(([, zone]) => zone.flapping_detect !== undefined)
    .map(([name, zone]) => [
      name,
      toPlain(flappingDetect, zoneRoot(name, flappingDetect, 'flapping_detect', zone, view.get('flapping_detect'))),
    ])
  return { ...Object.fromEntries(zones), default: view.plain('flapping_detect') }
}
