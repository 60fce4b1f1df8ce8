import { isDeepStrictEqual } from 'node:util'
import { type CompiledVariform, compileVariform } from '@mqdeck/kit'
import type { ForceShutdownSettings, MqttSettings, ZoneSettings, ZonesSettings } from './settings.ts'

/**
 * A zone as connections and sessions use it: the same object for its whole life, with its settings replaced on changes.
 * Always read the settings from here and do not keep them.
 */
export interface Zone {
  readonly name: string
  readonly mqtt: MqttSettings
  readonly forceShutdown: ForceShutdownSettings
  /** The compiled `client_attrs_init` and `clientid_override`. */
  readonly naming: Naming
  /** The options that the framers of its connections read for every packet. */
  readonly framing: { readonly maxPacketSize: number; readonly strict: boolean }
}

interface Naming {
  readonly attributes: readonly { readonly name: string; readonly expression: CompiledVariform }[]
  readonly override: CompiledVariform | undefined
}

export interface Zones {
  readonly default: Zone
  /** Returns the zone with this name, or the default zone if it does not exist (e.g. for a stored session). */
  of(name: string): Zone
  settings(): ZonesSettings
  /**
   * Returns the zones whose queue settings changed.
   * @throws VariformError before anything is changed
   */
  update(settings: ZonesSettings): ReadonlySet<Zone>
}

class LiveZone implements Zone {
  readonly name: string
  readonly framing: { maxPacketSize: number; strict: boolean }
  mqtt: MqttSettings
  forceShutdown: ForceShutdownSettings
  naming: Naming

  constructor(name: string, { mqtt, force_shutdown }: ZoneSettings, naming: Naming) {
    this.name = name
    this.mqtt = mqtt
    this.forceShutdown = force_shutdown
    this.naming = naming
    this.framing = { maxPacketSize: mqtt.max_packet_size, strict: mqtt.strict_mode }
  }

  /** True if the queue settings changed. */
  follow({ mqtt, force_shutdown }: ZoneSettings, naming: Naming): boolean {
    const requeues = queueRules.some((rule) => !isDeepStrictEqual(mqtt[rule], this.mqtt[rule]))
    this.mqtt = mqtt
    this.forceShutdown = force_shutdown
    this.naming = naming
    this.framing.maxPacketSize = mqtt.max_packet_size
    this.framing.strict = mqtt.strict_mode
    return requeues
  }
}

const queueRules = [
  'max_inflight',
  'max_mqueue_len',
  'mqueue_priorities',
  'mqueue_default_priority',
  'mqueue_store_qos0',
] as const satisfies readonly (keyof MqttSettings)[]

export function createZones(initial: ZonesSettings): Zones {
  let current = initial
  const fallback = new LiveZone('default', initial.default, toNaming(initial.default))
  const zones = new Map([[fallback.name, fallback]])

  const update = (settings: ZonesSettings) => {
    const namings = new Map(Object.entries(settings).map(([name, zone]) => [name, toNaming(zone)]))
    const naming = (name: string) => namings.get(name) ?? fallback.naming
    current = settings
    for (const [name, one] of Object.entries(settings))
      if (!zones.has(name)) zones.set(name, new LiveZone(name, one, naming(name)))
    const requeued = new Set<Zone>()
    for (const [name, zone] of zones) {
      // Connections can outlive their zone and then belong to the default zone.
      const source = namings.has(name) ? name : 'default'
      if (zone.follow(settings[source] ?? settings.default, naming(source))) requeued.add(zone)
    }
    return requeued
  }
  update(initial)

  return {
    default: fallback,
    of: (name) => (Object.hasOwn(current, name) ? (zones.get(name) ?? fallback) : fallback),
    settings: () => current,
    update,
  }
}

function toNaming({ mqtt: { client_attrs_init, clientid_override } }: ZoneSettings): Naming {
  return {
    attributes: client_attrs_init.flatMap(({ expression, set_as_attr }) =>
      expression === undefined || set_as_attr === undefined
        ? []
        : [{ name: set_as_attr, expression: compileVariform(expression) }],
    ),
    override: clientid_override === 'disabled' ? undefined : compileVariform(clientid_override),
  }
}

/** @throws if the listener's zone does not exist */
export function checkZone(zones: ZonesSettings, { id, zone }: { readonly id: string; readonly zone: string }): void {
  if (!Object.hasOwn(zones, zone)) throw new Error(`listener ${id} is in the zone ${zone}, which does not exist`)
}
