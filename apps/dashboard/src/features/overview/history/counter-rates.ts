import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useConnection } from '../../../api/connection.tsx'
import { useData } from '../../../api/query.ts'
import { refreshIntervals } from '../../../api/refresh.ts'
import { createValue, type Value } from '../../../lib/json/value.ts'
import { type CounterName, counterNames, countersQuery, type NodeCounters } from './queries.ts'

/** Increase per second at times (ms), ascending; null if unknown. */
export interface CounterRates {
  readonly times: readonly number[]
  readonly rates: (name: CounterName) => readonly (number | null)[]
  /** Without any: when the first one is expected (ms). */
  readonly expectedAt: number | undefined
}

/** The counters of every node at one time (ms). */
export interface CounterSample {
  readonly at: number
  readonly nodes: NodeCounters
}

/** Milliseconds: the longest range that can be covered without recorded values. */
const keptSpan = 3_600_000

/** Samples are kept while the dashboard is open, also on other pages. */
const seenBy = new WeakMap<object, Value<readonly CounterSample[]>>()

/**
 * EMQX 5.8 does not record bytes and lost deliveries. The rates are computed from the counters of the nodes, as far back
 * as the dashboard has read them.
 * @param isWanted whether to read the counters
 * @param node only of this node
 */
export function useCounterRates(isWanted: boolean, node?: string): CounterRates {
  const { queries } = useConnection()
  const { data, updatedAt } = useData(countersQuery, undefined, { enabled: isWanted })
  const seen = seenBy.get(queries) ?? createValue<readonly CounterSample[]>([])
  seenBy.set(queries, seen)
  useEffect(() => {
    if (data === undefined || updatedAt === undefined) return
    const before = seen.get()
    if ((before.at(-1)?.at ?? 0) >= updatedAt) return
    seen.set([...before.filter(({ at }) => at >= updatedAt - keptSpan), { at: updatedAt, nodes: data }])
  }, [seen, data, updatedAt])
  const samples = useSyncExternalStore(seen.subscribe, seen.get)
  return useMemo(() => counterRates(samples, node), [samples, node])
}

/** A decreased counter belongs to a restarted node, and a node may be in only one of two samples: neither counts. */
export function counterRates(samples: readonly CounterSample[], node?: string): CounterRates {
  const increases = samples.slice(1).map(({ at, nodes }, index) => {
    const before = samples[index]
    const grown = Object.entries(nodes).flatMap(([name, now]) => {
      const then = before?.nodes[name]
      if (!then || (node !== undefined && node !== name)) return []
      return counterNames.some((counter) => now[counter] < then[counter]) ? [] : [{ now, then }]
    })
    return { at, seconds: (at - (before?.at ?? at)) / 1000, grown }
  })
  return {
    times: increases.map(({ at }) => at),
    expectedAt: samples[0] && samples[0].at + refreshIntervals.totals,
    rates: (name) =>
      increases.map(({ seconds, grown }) =>
        grown.length === 0 || seconds <= 0
          ? null
          : grown.reduce((sum, { now, then }) => sum + now[name] - then[name], 0) / seconds,
      ),
  }
}
