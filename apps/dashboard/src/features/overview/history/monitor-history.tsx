import { lazy, type ReactNode, Suspense } from 'react'
import { z } from 'zod'
import { knownNodesQuery } from '../../../api/nodes/nodes.tsx'
import { type Loaded, useData } from '../../../api/query.ts'
import { QueryView } from '../../../api/query-view.tsx'
import { useMessages } from '../../../i18n/index.ts'
import { type Bucket, brokerTime } from '../../../lib/monitor-series.ts'
import { type TimeRange, timeRangeNames, timeRanges } from '../../../lib/time-range.ts'
import { Button, Dim, Section, Skeleton } from '../../../ui/index.ts'
import { HistoryCharts, historyChartNames, RangeChoice } from '../../../ui/time-chart/history.tsx'
import { monitorHistoryMessages } from './messages.ts'
import { useByteRates } from './monitor-bytes.ts'
import type { ComparedAnswer } from './queries.ts'

/** Search parameters of a page with a MonitorHistory: the range, and the enlarged chart. */
export const historySearch = {
  range: z.enum(timeRangeNames).default('1h'),
  chart: z.enum(historyChartNames).optional(),
  /** The compared nodes; empty: the history of the cluster or node. */
  nodes: z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [...new Set([value].flat())])
    .default([]),
}

interface HistorySearch {
  readonly range: TimeRange
  readonly chart?: (typeof historyChartNames)[number] | undefined
  readonly nodes: string[]
}

/** The range belongs to the answer: while another range is loading, the old buckets keep their own axis. */
export interface HistoryAnswer {
  readonly range: TimeRange
  readonly buckets: readonly Bucket[]
}

const NodeComparison = lazy(() => import('./nodes.tsx'))

/** Number of nodes that a comparison starts with: few enough to distinguish. */
const firstCompared = 4

export interface MonitorHistoryProps {
  /** Not needed while `search` has nodes. */
  readonly query: Loaded<HistoryAnswer>
  /** The result of `useNodeHistories`. */
  readonly comparison: Loaded<ComparedAnswer>
  readonly search: HistorySearch
  readonly onSearch: (change: Partial<HistorySearch>) => void
  /** Next to the range selection. */
  readonly actions?: ReactNode
  /** The node of this page; undefined for the cluster. */
  readonly node?: string
}

/** The charts of `/monitor` or `/monitor/nodes/{node}` with their range selection. */
export function MonitorHistory({
  query,
  comparison,
  search: { range, chart, nodes: chosen },
  onSearch,
  actions,
  node,
}: MonitorHistoryProps) {
  const texts = useMessages(monitorHistoryMessages)
  const { data: known = [] } = useData(knownNodesQuery, undefined)
  const isComparing = chosen.length > 0
  const choose = (nodes: readonly string[]) => onSearch({ nodes: [...nodes] })
  const running = known.filter((one) => one.node_status === 'running' && one.node !== node).map((one) => one.node)
  const first = [...(node === undefined ? [] : [node]), ...running].slice(0, firstCompared)
  // A broker records bytes in every bucket or in none.
  const hasNoBytes = query.data?.buckets.some(({ received_bytes }) => received_bytes === undefined) === true
  const measuredBytes = useByteRates(hasNoBytes && !isComparing, node)
  const rangeChoice = <RangeChoice value={range} onChange={(next) => onSearch({ range: next })} />
  return (
    <Section
      title={texts.history}
      actions={
        <>
          {actions}
          {(isComparing || first.length > 1) && (
            <Button size="small" variant="subtle" onClick={() => choose(isComparing ? [] : first)}>
              {isComparing ? texts.stopComparing : texts.compare}
            </Button>
          )}
          {rangeChoice}
        </>
      }
    >
      {isComparing ? (
        <Suspense fallback={<Skeleton height={500} />}>
          <NodeComparison nodes={known} chosen={chosen} onChoose={choose} query={comparison} />
        </Suspense>
      ) : (
        <QueryView query={query} quiet skeleton={<Skeleton height={500} />}>
          {({ buckets, range: answered }) => (
            <>
              <HistoryCharts
                buckets={buckets}
                range={answered}
                now={brokerTime(buckets, timeRanges[answered], query.updatedAt ?? Date.now())}
                {...(hasNoBytes && { measuredBytes })}
                enlarged={chart}
                onEnlarge={(next) => onSearch({ chart: next })}
                rangeChoice={rangeChoice}
              />
              {buckets.length === 0 && <Dim small>{texts.noDataYet}</Dim>}
            </>
          )}
        </QueryView>
      )}
    </Section>
  )
}
