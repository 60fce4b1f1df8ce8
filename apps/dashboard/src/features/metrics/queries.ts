import { getMetrics, getNodeMetrics } from '@mqdeck/contract'
import { defineQuery } from '../../data/index.ts'
import type { Counters } from './metric-rows.ts'

/** The counters of one node, or summed over all with an empty `node`. */
export const metricsQuery = defineQuery<{ readonly node: string }, Counters>({
  name: 'metrics',
  load: async (call, { node }, signal) => {
    if (node !== '') return call(getNodeMetrics, { params: { node }, signal })
    const answer = await call(getMetrics, { query: { aggregate: true }, signal })
    // Promised for `aggregate`; a list of nodes is summed here all the same, should a broker ignore the parameter.
    return Array.isArray(answer) ? sum(answer) : answer
  },
  poll: 'chosen',
})

function sum(nodes: readonly Counters[]): Counters {
  const total: Record<string, number> = {}
  for (const counters of nodes) {
    for (const [name, value] of Object.entries(counters)) {
      if (typeof value === 'number') total[name] = (total[name] ?? 0) + value
    }
  }
  return total
}
