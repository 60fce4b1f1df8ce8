import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react'
import { knownNodesQuery } from '../../../api/nodes/nodes.tsx'
import { type Loaded, useData } from '../../../api/query.ts'
import { QueryView } from '../../../api/query-view.tsx'
import { useMessages } from '../../../i18n/index.ts'
import { type Bucket, brokerTime } from '../../../lib/numbers/monitor-series.ts'
import { type TimeRange, timeRangeNames, timeRanges } from '../../../lib/numbers/time-range.ts'
import { historyChartNames, type LossSeries, RangeChoice, useHistoryCharts } from '../../../ui/charts/history.tsx'
import type { ChartEvent } from '../../../ui/charts/time-chart.tsx'
import { Button, Section, Skeleton } from '../../../ui/index.ts'
import { useCounterRates } from './counter-rates.ts'
import { monitorHistoryMessages } from './messages.ts'
import styles from './monitor-history.module.css'
import type { ComparedAnswer } from './queries.ts'

/** Search parameters of a page with a MonitorHistory: the range, the enlarged chart, and the compared nodes, if any. */
interface HistorySearch {
  readonly range: TimeRange
  readonly chart?: (typeof historyChartNames)[number] | undefined
  readonly nodes: readonly string[]
}

export const historySearch = (raw: Readonly<Record<string, unknown>>): HistorySearch => ({
  range: timeRangeNames.find((one) => one === raw.range) ?? '1h',
  chart: historyChartNames.find((one) => one === raw.chart),
  nodes: [...new Set([raw.nodes].flat().filter((node) => typeof node === 'string'))],
})

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
  /** In the header of the last charts. */
  readonly actions?: ReactNode
  /** The node of this page; undefined for the cluster. */
  readonly node?: string
  /** Lost deliveries, if they are known; otherwise the chart has the dropped messages of the history. */
  readonly losses?: LossSeries | undefined
  /** Marked in the charts. */
  readonly events?: readonly ChartEvent[]
  /** Next to the traffic chart. */
  readonly beside?: ReactNode
}

/** Milliseconds until an empty history has its first sample. */
const firstSample = 10_500

/** The charts of `/monitor` or `/monitor/nodes/{node}` with their range selection. */
export function MonitorHistory({ comparison, onSearch, actions, beside, ...props }: MonitorHistoryProps) {
  const { query, search, node } = props
  const { range, nodes: chosen } = search
  const texts = useMessages(monitorHistoryMessages)
  const { data: known = [] } = useData(knownNodesQuery, undefined)
  const isComparing = chosen.length > 0
  const choose = (nodes: readonly string[]) => onSearch({ nodes: [...nodes] })
  const running = known.filter((one) => one.node_status === 'running' && one.node !== node).map((one) => one.node)
  const first = [...(node === undefined ? [] : [node]), ...running].slice(0, firstCompared)
  const rangeChoice = <RangeChoice value={range} onChange={(next) => onSearch({ range: next })} />
  const charts = useCharts(props, onSearch, rangeChoice)
  const tools = (
    <>
      {(isComparing || first.length > 1) && (
        <Button size="small" variant="subtle" onClick={() => choose(isComparing ? [] : first)}>
          {isComparing ? texts.stopComparing : texts.compare}
        </Button>
      )}
      {rangeChoice}
    </>
  )
  if (isComparing) {
    return (
      <>
        <Section title={texts.history} actions={tools}>
          <Suspense fallback={<Skeleton height={500} />}>
            <NodeComparison nodes={known} chosen={chosen} onChoose={choose} query={comparison} />
          </Suspense>
        </Section>
        {beside}
      </>
    )
  }
  return (
    <>
      <div className={beside ? styles.split : undefined}>
        <Section title={texts.traffic} actions={tools}>
          <QueryView query={query} quiet skeleton={<Skeleton height={420} />}>
            {() => charts.traffic}
          </QueryView>
        </Section>
        {beside}
      </div>
      {!query.error && (
        <Section title={texts.history} actions={actions}>
          {query.data ? charts.rest : <Skeleton height={204} />}
        </Section>
      )}
    </>
  )
}

function useCharts(
  { query, search, node, losses, events }: Omit<MonitorHistoryProps, 'comparison' | 'onSearch'>,
  onSearch: MonitorHistoryProps['onSearch'],
  rangeChoice: ReactNode,
) {
  const { buckets = none, range } = query.data ?? { range: search.range }
  // A broker records bytes in every bucket or in none.
  const hasNoBytes = buckets.some(({ received_bytes }) => received_bytes === undefined)
  const measured = useCounterRates(hasNoBytes && search.nodes.length === 0, node)
  const bytes = useMemo(
    () => ({
      times: measured.times,
      isMeasured: true,
      expectedAt: measured.expectedAt,
      received: measured.rates('received_bytes'),
      sent: measured.rates('sent_bytes'),
    }),
    [measured],
  )
  const isEmpty = query.data !== undefined && buckets.length === 0
  useRefreshWhileEmpty(query, isEmpty)
  return useHistoryCharts({
    buckets,
    range,
    now: brokerTime(buckets, timeRanges[range], query.updatedAt ?? 0),
    bytes: hasNoBytes ? bytes : undefined,
    losses,
    ...(events && { events }),
    expectedAt: isEmpty && query.updatedAt !== undefined ? query.updatedAt + firstSample : undefined,
    enlarged: search.chart,
    onEnlarge: (chart) => onSearch({ chart }),
    rangeChoice,
  })
}

const none: readonly Bucket[] = []

/** The first sample is shown as soon as it exists. */
function useRefreshWhileEmpty({ refresh, updatedAt }: Loaded<unknown>, isEmpty: boolean): void {
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each empty answer starts a new wait
  useEffect(() => {
    if (!isEmpty) return
    const timer = setTimeout(() => latest.current(), firstSample)
    return () => clearTimeout(timer)
  }, [isEmpty, updatedAt])
}
