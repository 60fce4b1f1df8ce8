import { defaultsOf, forceShutdown, mqtt, type PlainValue, retainer, toPlain } from '@mqdeck/contract'

/** The MQTT settings of a zone, in bytes and milliseconds; `Infinity` for no limit. Declared in the contract. */
export type MqttSettings = Readonly<PlainValue<typeof mqtt>>
/** Limits above which a connection is closed. */
export type ForceShutdownSettings = Readonly<PlainValue<typeof forceShutdown>>
export type SharedStrategy = MqttSettings['shared_subscription_strategy']
/** How the strategy `sticky` chooses its member. */
export type StickyPick = MqttSettings['shared_subscription_initial_sticky_pick']

/** Settings for storing and delivering retained messages. */
export type RetainedSettings = Readonly<PlainValue<typeof retainer>>

/** All settings of a zone. Complete for named zones, too. */
export interface ZoneSettings {
  readonly mqtt: MqttSettings
  readonly force_shutdown: ForceShutdownSettings
}

/** Zones by name. Each listener belongs to a zone; anything without a listener, or common to all zones, uses `default`. */
export interface ZonesSettings {
  readonly default: ZoneSettings
  readonly [name: string]: ZoneSettings
}

/** The defaults of EMQX 5.8. */
export const defaultMqttSettings: MqttSettings = toPlain(mqtt, defaultsOf(mqtt))
export const defaultZoneSettings: ZoneSettings = {
  mqtt: defaultMqttSettings,
  force_shutdown: toPlain(forceShutdown, defaultsOf(forceShutdown)),
}

export const defaultRetainedSettings: RetainedSettings = toPlain(retainer, defaultsOf(retainer))
