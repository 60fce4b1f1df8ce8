import { lazy, type ReactNode, Suspense } from 'react'
import { z } from 'zod'
import { useMessages } from '../i18n/index.ts'
import { type Bucket, brokerTime } from '../lib/monitor-series.ts'
import { type TimeRange, timeRangeNames, timeRanges } from '../lib/time-range.ts'
import { Button, Dim, Section, Skeleton } from '../ui/index.ts'
import { HistoryCharts, historyChartNames, RangeChoice } from '../ui/time-chart-history.tsx'
import { useByteRates } from './monitor-bytes.ts'
import { monitorHistoryMessages } from './monitor-history-messages.ts'
import type { ComparedAnswer } from './monitor-history-query.ts'
import { knownNodesQuery } from './nodes.tsx'
import { type Loaded, useData } from './query.ts'
import { QueryView } from './query-view.tsx'

/** What the URL of a page with a MonitorHistory holds: the range, and the chart that is shown large. */
export const historySearch = {
  range: z.enum(timeRangeNames).default('1h'),
  chart: z.enum(historyChartNames).optional(),
  /** Nodes that are compared with each other; none: the history is shown as a whole. */
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

/** The range belongs to the answer: while another one is loading, the old buckets are still drawn as what they are. */
export interface HistoryAnswer {
  readonly range: TimeRange
  readonly buckets: readonly Bucket[]
}

const NodeComparison = lazy(() => import('./monitor-history-nodes.tsx'))

/** Nodes that a comparison begins with: few enough to be told apart at once. */
const firstCompared = 4

export interface MonitorHistoryProps {
  /** Nobody has to ask while `search` names nodes. */
  readonly query: Loaded<HistoryAnswer>
  /** Of `useNodeHistories`. */
  readonly comparison: Loaded<ComparedAnswer>
  readonly search: HistorySearch
  readonly onSearch: (change: Partial<HistorySearch>) => void
  /** Beside the choice of the range. */
  readonly actions?: ReactNode
  /** Whose history it is, and who is compared with others; unless it is that of the cluster. */
  readonly node?: string
}

/** The charts of `/monitor` or `/monitor/nodes/{node}` with their choice of the range. */
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
  // The broker records either no bytes or those of every bucket.
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
