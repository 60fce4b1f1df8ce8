import type { ReactNode } from 'react'
import { z } from 'zod'
import { useMessages } from '../i18n/index.ts'
import { type Bucket, brokerTime, bucketWidthOf } from '../lib/monitor-series.ts'
import { type TimeRange, timeRangeNames, timeRanges } from '../lib/time-range.ts'
import { Dim, Section, Skeleton } from '../ui/index.ts'
import { HistoryCharts, historyChartNames, RangeChoice } from '../ui/time-chart-history.tsx'
import { monitorHistoryMessages } from './monitor-history-messages.ts'
import type { Loaded } from './query.ts'
import { QueryView } from './query-view.tsx'

/** What the URL of a page with a MonitorHistory holds: the range, and the chart that is shown large. */
export const historySearch = {
  range: z.enum(timeRangeNames).default('1h'),
  chart: z.enum(historyChartNames).optional(),
}

interface HistorySearch {
  readonly range: TimeRange
  readonly chart?: (typeof historyChartNames)[number] | undefined
}

/** The range belongs to the answer: while another one is loading, the old buckets are still drawn as what they are. */
export interface HistoryAnswer {
  readonly range: TimeRange
  readonly buckets: readonly Bucket[]
}

export interface MonitorHistoryProps {
  readonly query: Loaded<HistoryAnswer>
  readonly search: HistorySearch
  readonly onSearch: (change: Partial<HistorySearch>) => void
  /** Beside the choice of the range. */
  readonly actions?: ReactNode
}

/** The charts of `/monitor` or `/monitor/nodes/{node}` with their choice of the range. */
export function MonitorHistory({ query, search: { range, chart }, onSearch, actions }: MonitorHistoryProps) {
  const texts = useMessages(monitorHistoryMessages)
  const rangeChoice = <RangeChoice value={range} onChange={(next) => onSearch({ range: next })} />
  return (
    <Section
      title={texts.history}
      actions={
        <>
          {actions}
          {rangeChoice}
        </>
      }
    >
      <QueryView query={query} quiet skeleton={<Skeleton height={500} />}>
        {({ buckets, range: answered }) => (
          <>
            <HistoryCharts
              buckets={buckets}
              range={answered}
              now={brokerTime(buckets, timeRanges[answered], query.updatedAt ?? Date.now())}
              enlarged={chart}
              onEnlarge={(next) => onSearch({ chart: next })}
              rangeChoice={rangeChoice}
            />
            {buckets.length === 0 && <Dim small>{texts.nothingYet}</Dim>}
          </>
        )}
      </QueryView>
    </Section>
  )
}

/** The history has nothing new before its next bucket is full. */
export function historyInterval({ range }: { readonly range: TimeRange }): number {
  return Math.max(10_000, bucketWidthOf(timeRanges[range]))
}
