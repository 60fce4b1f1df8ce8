import { getMetrics, getNodeMetrics } from '@mqdeck/contract'
import { defineQuery } from '../../api/index.ts'
import type { Counters } from './metric-rows.ts'

/** Metrics of one node, or summed over all nodes if `node` is empty. */
export const metricsQuery = defineQuery<{ readonly node: string }, Counters>({
  name: 'metrics',
  load: async (call, { node }, signal) => {
    if (node !== '') return call(getNodeMetrics, { params: { node }, signal })
    const answer = await call(getMetrics, { query: { aggregate: true }, signal })
    // Brokers that ignore `aggregate` return a list of nodes.
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
