import type { Broker } from '@mqdeck/broker'

/** Client ids in their order, so that a walk over very many clients need not begin at the first each time. */
export interface ClientIndex {
  /** Ids behind `after`, or all; some may have left meanwhile. */
  idsAfter(after: string | undefined): Generator<string>
}

/** So many new ids are remembered while nobody walks; then building anew is cheaper. */
const mostAdded = 10_000

/** Built at the first walk and kept up to date from then on; ids that have left are weeded out when they are many. */
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
    // Too many have left; or some came unseen, as sessions do that are restored from the disk.
    if (known > 2 * connections + 1000 || known < connections) forget()
    sorted ??= build()
    const old = sorted
    const fresh = [...added].filter((id) => old[firstBehind(old, id) - 1] !== id)
    added.clear()
    // Sorting what is nearly sorted takes one pass.
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

/** Where the first id greater than `id` stands. */
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
