import {
  getLicense,
  getNode,
  getNodeMonitor,
  getNodeStats,
  type NodeInfo,
  type ResponseOf,
  type Stats,
} from '@mqdeck/contract'
import { defineQuery, orIfMissing, refreshIntervals } from '../../api/index.ts'
import { type TimeRange, timeRanges } from '../../lib/numbers/time-range.ts'
import type { HistoryAnswer } from '../overview/index.ts'
import { historyInterval } from '../overview/index.ts'

interface OfNode {
  readonly node: string
}

export const nodeQuery = defineQuery<OfNode, NodeInfo>({
  name: 'node',
  load: (call, params, signal) => call(getNode, { params, signal }),
  poll: 'chosen',
  interval: refreshIntervals.nodes,
})

export const nodeStatsQuery = defineQuery<OfNode, Stats>({
  name: 'node-stats',
  load: (call, params, signal) => call(getNodeStats, { params, signal }),
  poll: 'chosen',
  interval: refreshIntervals.nodes,
})

export const nodeHistoryQuery = defineQuery({
  name: 'node-history',
  load: async (call, { node, range }: OfNode & { readonly range: TimeRange }, signal): Promise<HistoryAnswer> => ({
    range,
    buckets: await call(getNodeMonitor, { params: { node }, query: { latest: timeRanges[range] }, signal }),
  }),
  poll: 'chosen',
  interval: refreshIntervals.history,
  minInterval: historyInterval,
})

/** The license of the whole cluster; null if there is none. Only for the enterprise edition. */
export const licenseQuery = defineQuery<undefined, ResponseOf<typeof getLicense> | null>({
  name: 'license',
  load: (call, _, signal) => orIfMissing(call(getLicense, { signal }), null),
})
