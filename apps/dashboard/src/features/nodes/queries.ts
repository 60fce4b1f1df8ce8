import type { NodeInfo, Stats } from '@mqdeck/contract'
import { defineQuery } from '../../data/index.ts'
import { type HistoryAnswer, historyInterval } from '../../data/monitor-history.tsx'
import { type TimeRange, timeRanges } from '../../lib/time-range.ts'

interface OfNode {
  readonly node: string
}

export const nodeQuery = defineQuery<OfNode, NodeInfo>({
  name: 'node',
  load: (api, params, signal) => api.getNode({ params, signal }),
  poll: 'chosen',
})

export const nodeStatsQuery = defineQuery<OfNode, Stats>({
  name: 'node-stats',
  load: (api, params, signal) => api.getNodeStats({ params, signal }),
  poll: 'chosen',
})

export const nodeHistoryQuery = defineQuery({
  name: 'node-history',
  load: async (api, { node, range }: OfNode & { readonly range: TimeRange }, signal): Promise<HistoryAnswer> => ({
    range,
    buckets: await api.getNodeMonitor({ params: { node }, query: { latest: timeRanges[range] }, signal }),
  }),
  poll: 'chosen',
  atMostEvery: historyInterval,
})
