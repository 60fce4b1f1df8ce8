import type { Broker } from '@mqdeck/broker'

/** Sorted client IDs, so that paging over very many clients does not start at the first client for each page. */
export interface ClientIndex {
  /** IDs after `after`, or all of them. Some may belong to clients that are gone. */
  idsAfter(after: string | undefined): Generator<string>
}

/** Number of new IDs to remember between pages. Above this, rebuilding the index is cheaper. */
const mostAdded = 10_000

/** Built for the first page and kept up to date from then on. Removed IDs are cleaned up when there are many. */
export function createClientIndex(broker: Broker): ClientIndex {
  let sorted: string[] | undefined
  const added = new Set<string>()

  broker.hooks.on('session.created', ({ clientId }) => {
    if (!sorted) return
    added.add(clientId)
    if (added.size > mostAdded) forget()
  })

  const forget = () => {
    sorted = undefined
    added.clear()
  }
  const build = () => {
    added.clear()
    return Array.from(broker.clients(), ({ info }) => info.clientId).sort()
  }
  const current = (): readonly string[] => {
    const { connections } = broker.clientCount()
    const known = sorted ? sorted.length + added.size : 0
    // Too many removed IDs, or IDs that were added without an event, such as sessions restored from the disk.
    if (known > 2 * connections + 1000 || known < connections) forget()
    sorted ??= build()
    const old = sorted
    const fresh = [...added].filter((id) => old[firstBehind(old, id) - 1] !== id)
    added.clear()
    // Sorting a nearly sorted list takes one pass.
    if (fresh.length > 0) sorted = [...old, ...fresh.sort()].sort()
    return sorted
  }

  return {
    *idsAfter(after) {
      const ids = current()
      for (let at = after === undefined ? 0 : firstBehind(ids, after); at < ids.length; at++) yield ids[at] ?? ''
    },
  }
}

/** Index of the first ID greater than `id`. */
function firstBehind(sorted: readonly string[], id: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') <= id) low = middle + 1
    else high = middle
  }
  return low
}
