import type { MqttSettings } from '@mqdeck/broker'
import type { Settings } from '../../config/settings.ts'

/** The settings of the zone `default`: those of the configuration that stand under `mqtt.`, by their own names. */
export function toMqttSettings(settings: Settings): Partial<MqttSettings> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) => (key.startsWith('mqtt.') ? [[key.slice(5), value]] : [])),
  )
}
