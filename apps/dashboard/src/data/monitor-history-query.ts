import { getNodeMonitor } from '@mqdeck/contract'
import { bucketWidthOf } from '../lib/monitor-series.ts'
import { type TimeRange, timeRanges } from '../lib/time-range.ts'
import type { NodeHistory } from './monitor-history-compare.ts'
import { knownNodesQuery } from './nodes.tsx'
import { defineQuery, type Loaded, refreshIntervals, useData } from './query.ts'

/** The history has nothing new before its next bucket is full. */
export function historyInterval({ range }: { readonly range: TimeRange }): number {
  return Math.max(10_000, bucketWidthOf(timeRanges[range]))
}

interface ComparedArgs {
  readonly nodes: readonly string[]
  readonly range: TimeRange
}

/** Histories of nodes side by side; the range belongs to the answer, as in HistoryAnswer. */
export interface ComparedAnswer {
  readonly range: TimeRange
  readonly histories: readonly NodeHistory[]
}

/** One question for each chosen node. Those that do not answer have no buckets; only when none does it has failed. */
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

/** As many as there are colours; more lines nobody tells apart, and each one costs the cluster a question. */
export const mostCompared = 8

/** The histories of the nodes that are compared; nothing is asked while there are none. */
export function useNodeHistories({ nodes, range }: ComparedArgs): Loaded<ComparedAnswer> {
  const { data: known } = useData(knownNodesQuery, undefined)
  // A node that is stopped would only answer 404, each time.
  const isStopped = (name: string) => known?.find(({ node }) => node === name)?.node_status === 'stopped'
  const asked = nodes.slice(0, mostCompared).filter((node) => !isStopped(node))
  return useData(
    nodeHistoriesQuery,
    { nodes: asked, range },
    { keepPrevious: true, enabled: known !== undefined && asked.length > 0 },
  )
}
