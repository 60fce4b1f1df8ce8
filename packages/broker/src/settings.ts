import { defaultsOf, forceShutdown, mqtt, type PlainValue, retainer, toPlain } from '@mqdeck/contract'

/** Limits and switches of MQTT in a zone, in plain units: bytes, milliseconds, `Infinity`. Declared in the contract. */
export type MqttSettings = Readonly<PlainValue<typeof mqtt>>
/** When a connection that holds too much is closed. */
export type ForceShutdownSettings = Readonly<PlainValue<typeof forceShutdown>>
export type SharedStrategy = MqttSettings['shared_subscription_strategy']
/** How the strategy `sticky` finds the member it stays with. */
export type StickyPick = MqttSettings['shared_subscription_initial_sticky_pick']

/** How retained messages are kept and delivered. */
export type RetainedSettings = Readonly<PlainValue<typeof retainer>>

/** Everything a zone says; complete, a named zone included. */
export interface ZoneSettings {
  readonly mqtt: MqttSettings
  readonly force_shutdown: ForceShutdownSettings
}

/** Zones by name. Listeners name theirs; what has no listener, and what is for all zones alike, follows `default`. */
export interface ZonesSettings {
  readonly default: ZoneSettings
  readonly [name: string]: ZoneSettings
}

/** A fresh EMQX 5.8 node's. */
export const defaultMqttSettings: MqttSettings = toPlain(mqtt, defaultsOf(mqtt))
export const defaultZoneSettings: ZoneSettings = {
  mqtt: defaultMqttSettings,
  force_shutdown: toPlain(forceShutdown, defaultsOf(forceShutdown)),
}

export const defaultRetainedSettings: RetainedSettings = toPlain(retainer, defaultsOf(retainer))
