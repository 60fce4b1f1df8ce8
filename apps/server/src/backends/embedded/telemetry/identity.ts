import { randomUUID } from 'node:crypto'
import type { Store } from '@mqdeck/kit'

/** Random ID that distinguishes the reports of this broker. Created once. */
export interface TelemetryIdentity {
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
