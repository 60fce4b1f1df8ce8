import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useConnection } from '../../../api/connection.tsx'
import { useData } from '../../../api/query.ts'
import { createValue, type Value } from '../../../lib/value.ts'
import { type ByteCounters, bytesQuery } from './queries.ts'

/** Bytes per second at times (ms), ascending; null if unknown. */
export interface ByteRates {
  readonly times: readonly number[]
  readonly received: readonly (number | null)[]
  readonly sent: readonly (number | null)[]
}

/** The byte counters of every node at one time (ms). */
export interface ByteSample {
  readonly at: number
  readonly nodes: ByteCounters
}

/** Milliseconds: the longest range that can be covered without recorded bytes. */
const keptSpan = 3_600_000

/** Samples are kept while the dashboard is open, also on other pages. */
const seenBy = new WeakMap<object, Value<readonly ByteSample[]>>()

/**
 * EMQX 5.8 does not record bytes. The rates are computed from the byte counters of the nodes, as far back as the
 * dashboard has read them.
 * @param isWanted whether the broker has no recorded bytes
 * @param node only of this node
 */
export function useByteRates(isWanted: boolean, node?: string): ByteRates {
  const { queries } = useConnection()
  const { data, updatedAt } = useData(bytesQuery, undefined, { enabled: isWanted })
  const seen = seenBy.get(queries) ?? createValue<readonly ByteSample[]>([])
  seenBy.set(queries, seen)
  useEffect(() => {
    if (data === undefined || updatedAt === undefined) return
    const before = seen.get()
    if ((before.at(-1)?.at ?? 0) >= updatedAt) return
    seen.set([...before.filter(({ at }) => at >= updatedAt - keptSpan), { at: updatedAt, nodes: data }])
  }, [seen, data, updatedAt])
  const samples = useSyncExternalStore(seen.subscribe, seen.get)
  return useMemo(() => byteRates(samples, node), [samples, node])
}

/** A decreased counter belongs to a restarted node, and a node may be in only one of two samples: neither counts. */
export function byteRates(samples: readonly ByteSample[], node?: string): ByteRates {
  const rates = samples.slice(1).map(({ at, nodes }, index) => {
    const before = samples[index]
    const seconds = (at - (before?.at ?? at)) / 1000
    const grown = Object.entries(nodes).flatMap(([name, now]) => {
      const then = before?.nodes[name]
      if (!then || (node !== undefined && node !== name)) return []
      const growth = { received: now.received - then.received, sent: now.sent - then.sent }
      return growth.received < 0 || growth.sent < 0 ? [] : [growth]
    })
    const perSecond = (of: 'received' | 'sent') =>
      grown.length === 0 || seconds <= 0 ? null : grown.reduce((sum, one) => sum + one[of], 0) / seconds
    return { at, received: perSecond('received'), sent: perSecond('sent') }
  })
  return {
    times: rates.map(({ at }) => at),
    received: rates.map(({ received }) => received),
    sent: rates.map(({ sent }) => sent),
  }
}
