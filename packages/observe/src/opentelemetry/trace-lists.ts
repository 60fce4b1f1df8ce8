import { matchesFilter, type TraceListType } from '@mqdeck/contract'
import type { Store } from '@mqdeck/kit'

/** Client IDs and topic filters that mode `e2e` always traces. Stored on disk. */
export interface TraceLists {
  /** Sorted and without duplicates. */
  list(type: TraceListType): readonly string[]
  /** Resolves when the change is on disk. */
  replace(type: TraceListType, values: readonly string[]): Promise<void>
  hasClient(clientId: string): boolean
  hasTopic(topic: string): boolean
}

export function openTraceLists(store: Store): TraceLists {
  const table = store.table<readonly string[]>('opentelemetry_whitelists')
  // Separate from the table, which shows a change before it is on disk.
  let clients = new Set(table.get('clientid') ?? [])
  let topics = table.get('topic') ?? []
  return {
    list: (type) => (type === 'clientid' ? [...clients] : topics),
    async replace(type, values) {
      const sorted = [...new Set(values)].sort()
      await table.put(type, sorted)
      if (type === 'clientid') clients = new Set(sorted)
      else topics = sorted
    },
    hasClient: (clientId) => clients.has(clientId),
    hasTopic: (topic) => topics.some((filter) => matchesFilter(filter, topic)),
  }
}
