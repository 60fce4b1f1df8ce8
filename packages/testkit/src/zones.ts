import {
  type Broker,
  defaultMqttSettings,
  defaultRetainedSettings,
  defaultZoneSettings,
  type MqttSettings,
  type RetainedSettings,
  type ZoneSettings,
} from '@mqdeck/broker'

/** A zone with some changed MQTT settings. */
export function zoneWith(mqtt: Partial<MqttSettings>, others: Partial<Omit<ZoneSettings, 'mqtt'>> = {}): ZoneSettings {
  return { ...defaultZoneSettings, ...others, mqtt: { ...defaultMqttSettings, ...mqtt } }
}

/** A body of `PUT /configs/global_zone`: every root with its defaults and these changes. */
export const wholeZone = (changes: Readonly<Record<string, object>> = {}): Readonly<Record<string, object>> => ({
  durable_sessions: {},
  flapping_detect: {},
  force_gc: {},
  force_shutdown: {},
  mqtt: {},
  ...changes,
})

/** Changes MQTT settings of a running broker. Returns a function that restores them. */
export function changeMqtt(broker: Broker, changes: Partial<MqttSettings>, name = 'default'): () => void {
  const before = broker.zones()
  const zone = before[name] ?? before.default
  broker.updateZones({ ...before, [name]: { ...zone, mqtt: { ...zone.mqtt, ...changes } } })
  return () => broker.updateZones(before)
}

/** Retainer settings without the default rate limits. */
export const unlimitedRetained: RetainedSettings = {
  ...defaultRetainedSettings,
  max_publish_rate: undefined,
  delivery_rate: undefined,
}
