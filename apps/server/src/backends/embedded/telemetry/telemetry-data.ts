import { randomUUID } from 'node:crypto'
import { cpus, totalmem } from 'node:os'
import type { Broker } from '@mqdeck/broker'
import type { TelemetryData } from '@mqdeck/contract'
import type { Store } from '@mqdeck/kit'
import type { OperatingSystem } from './operating-system.ts'

export interface TelemetrySources {
  readonly broker: Pick<Broker, 'metrics' | 'stats'>
  readonly version: string
  /** Versions of Node and V8. */
  readonly runtime: string
  readonly system: OperatingSystem
  readonly identity: TelemetryIdentity
  /** Number of each. */
  readonly features: () => TelemetryData['advanced_mqtt_features']
  readonly integration: () => Pick<TelemetryData, 'rule_engine' | 'bridge'>
}

/** Counters at one time, milliseconds since the epoch. */
export interface Reading {
  readonly at: number
  readonly received: number
  readonly sent: number
}

/**
 * The report with EMQX's field names. Features that this broker does not have (plugins, gateways, authenticators) are
 * reported as empty.
 * @param uptime milliseconds
 * @param since counters at the time of the last report
 */
export function toTelemetryData(
  sources: TelemetrySources,
  uptime: number,
  since: Reading,
  now: Reading,
): TelemetryData {
  const { broker, version, runtime, system, identity, features, integration } = sources
  const { liveConnections, sessions, topics } = broker.stats()
  const seconds = Math.max((now.at - since.at) / 1000, 1)
  const rate = (count: number) => Math.round((count / seconds) * 100) / 100
  return {
    emqx_version: version,
    license: { edition: 'opensource' },
    os_name: system.name,
    os_version: system.version,
    otp_version: runtime,
    up_time: uptime,
    uuid: identity.nodeUuid,
    cluster_uuid: identity.clusterUuid,
    nodes_uuid: [],
    active_plugins: [],
    num_clients: liveConnections,
    num_cluster_sessions: sessions,
    messages_received: now.received,
    messages_sent: now.sent,
    build_info: {},
    vm_specs: { num_cpus: cpus().length, total_memory: totalmem() },
    mqtt_runtime_insights: {
      messages_sent_rate: rate(now.sent - since.sent),
      messages_received_rate: rate(now.received - since.received),
      num_topics: topics,
    },
    advanced_mqtt_features: features(),
    authn_authz: { authn: [], authn_listener: [], authz: [] },
    gateway: {},
    ...integration(),
    exhook: { num_servers: 0, servers: [] },
  }
}

export const readCounters = ({ metrics }: Pick<Broker, 'metrics'>, at: number): Reading => ({
  at,
  received: metrics['messages.received'],
  sent: metrics['messages.sent'],
})

/** Random ID that distinguishes the reports of this broker. Created once. */
interface TelemetryIdentity {
  readonly nodeUuid: string
  readonly clusterUuid: string
}

export async function openTelemetryIdentity(store: Store): Promise<TelemetryIdentity> {
  const table = store.table<TelemetryIdentity>('telemetry_identity')
  const known = table.get('own')
  if (known) return known
  const made = { nodeUuid: randomUUID(), clusterUuid: randomUUID() }
  await table.put('own', made)
  return made
}
