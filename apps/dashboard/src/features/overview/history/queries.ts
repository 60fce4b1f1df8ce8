import { getMetrics, getNodeMonitor, type MetricName, type NodeMetrics } from '@mqdeck/contract'
import { knownNodesQuery } from '../../../api/nodes/nodes.tsx'
import { defineQuery, type Loaded, useData } from '../../../api/query.ts'
import { refreshIntervals } from '../../../api/refresh.ts'
import { bucketWidthOf } from '../../../lib/numbers/monitor-series.ts'
import { type TimeRange, timeRanges } from '../../../lib/numbers/time-range.ts'
import type { NodeHistory } from './compare.ts'

/** The history has no new data before its next bucket is full. */
export function historyInterval({ range }: { readonly range: TimeRange }): number {
  return Math.max(10_000, bucketWidthOf(timeRanges[range]))
}

interface ComparedArgs {
  readonly nodes: readonly string[]
  readonly range: TimeRange
}

/** Histories of several nodes; the range belongs to the answer, as in HistoryAnswer. */
export interface ComparedAnswer {
  readonly range: TimeRange
  readonly histories: readonly NodeHistory[]
}

/**
 * One request per selected node. Nodes that do not answer have no buckets; the query fails only when no node answers.
 */
const nodeHistoriesQuery = defineQuery<ComparedArgs, ComparedAnswer>({
  name: 'node-histories',
  async load(call, { nodes, range }, signal) {
    const answers = await Promise.allSettled(
      nodes.map((node) => call(getNodeMonitor, { params: { node }, query: { latest: timeRanges[range] }, signal })),
    )
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (failed && answers.every((answer) => answer.status === 'rejected')) throw failed.reason
    return {
      range,
      histories: nodes.map((node, index) => {
        const answer = answers[index]
        return { node, buckets: answer?.status === 'fulfilled' ? answer.value : [] }
      }),
    }
  },
  poll: 'chosen',
  interval: refreshIntervals.history,
  minInterval: historyInterval,
})

/** The number of colours; more lines cannot be distinguished, and each one costs a request. */
export const maxCompared = 8

/** The histories of the compared nodes; no requests without any. */
export function useNodeHistories({ nodes, range }: ComparedArgs): Loaded<ComparedAnswer> {
  const { data: known } = useData(knownNodesQuery, undefined)
  // A stopped node would answer 404 each time.
  const isStopped = (name: string) => known?.find(({ node }) => node === name)?.node_status === 'stopped'
  const requested = nodes.slice(0, maxCompared).filter((node) => !isStopped(node))
  return useData(
    nodeHistoriesQuery,
    { nodes: requested, range },
    { keepPrevious: true, enabled: known !== undefined && requested.length > 0 },
  )
}

/** Counters of `/metrics` whose rates are shown, by their name in `/mqdeck/monitor`. */
const counters = {
  received_bytes: 'bytes.received',
  sent_bytes: 'bytes.sent',
  delivery_dropped: 'delivery.dropped',
  delivery_dropped_queue_full: 'delivery.dropped.queue_full',
  delivery_dropped_expired: 'delivery.dropped.expired',
  delivery_dropped_too_large: 'delivery.dropped.too_large',
  delivery_dropped_no_local: 'delivery.dropped.no_local',
  delivery_dropped_qos0_msg: 'delivery.dropped.qos0_msg',
  dropped_no_subscribers: 'messages.dropped.no_subscribers',
  authentication_failure: 'authentication.failure',
  client_connected: 'client.connected',
  client_disconnected: 'client.disconnected',
} as const satisfies Record<string, MetricName>

export type CounterName = keyof typeof counters

// Object.keys returns exactly the names.
export const counterNames = Object.keys(counters) as readonly CounterName[]

/** The counters of each node. */
export type NodeCounters = Readonly<Record<string, Readonly<Record<CounterName, number>>>>

export const countersQuery = defineQuery<undefined, NodeCounters>({
  name: 'node-counters',
  async load(call, _, signal) {
    const answer = await call(getMetrics, { signal })
    const nodes = Array.isArray(answer) ? answer : []
    const countersOf = (metrics: NodeMetrics) =>
      // A newer or older broker may lack one of them.
      Object.fromEntries(counterNames.map((name) => [name, metrics[counters[name]] ?? 0])) as NodeCounters[string]
    return Object.fromEntries(nodes.map((one) => [one.node, countersOf(one)]))
  },
  poll: 'chosen',
  interval: refreshIntervals.totals,
})
