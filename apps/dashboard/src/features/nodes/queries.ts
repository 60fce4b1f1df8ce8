import { getNode, getNodeMonitor, getNodeStats, type NodeInfo, type Stats } from '@mqdeck/contract'
import { defineQuery } from '../../data/index.ts'
import { type HistoryAnswer, historyInterval } from '../../data/monitor-history.tsx'
import { type TimeRange, timeRanges } from '../../lib/time-range.ts'

interface OfNode {
  readonly node: string
}

export const nodeQuery = defineQuery<OfNode, NodeInfo>({
  name: 'node',
  load: (call, params, signal) => call(getNode, { params, signal }),
  poll: 'chosen',
})

export const nodeStatsQuery = defineQuery<OfNode, Stats>({
  name: 'node-stats',
  load: (call, params, signal) => call(getNodeStats, { params, signal }),
  poll: 'chosen',
})

export const nodeHistoryQuery = defineQuery({
  name: 'node-history',
  load: async (call, { node, range }: OfNode & { readonly range: TimeRange }, signal): Promise<HistoryAnswer> => ({
    range,
    buckets: await call(getNodeMonitor, { params: { node }, query: { latest: timeRanges[range] }, signal }),
  }),
  poll: 'chosen',
  atMostEvery: historyInterval,
})
