import { IconDotsVertical } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import {
  nodesQuery,
  RefreshControl,
  SilentNodesNotice,
  StaleNotice,
  useChange,
  useConfirmAction,
  useData,
  useIsViewer,
} from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { brokerTime, toMonitorSeries } from '../../lib/numbers/monitor-series.ts'
import { type TimeRange, timeRanges } from '../../lib/numbers/time-range.ts'
import type { LossSeries } from '../../ui/charts/history.tsx'
import { IconButton, LazyMenu, PageHeader, Skeleton, Stack, useSearchState, WhenNear } from '../../ui/index.ts'
import { useAlarmEvents } from './alarm-events.ts'
import { AttentionStrip } from './attention/attention-strip.tsx'
import { useAttention } from './attention/use-attention.ts'
import { Integrations, LongestQueues, TopTopics } from './details.tsx'
import { useCounterRates } from './history/counter-rates.ts'
import { historySearch, MonitorHistory } from './history/monitor-history.tsx'
import { useNodeHistories } from './history/queries.ts'
import { messages } from './messages.ts'
import { NodesSection } from './nodes-section.tsx'
import { NowSection } from './now-section.tsx'
import styles from './overview.module.css'
import { useHasOwnApi } from './own-api.ts'
import { currentQuery, historyQuery, lossHistoryQuery, recentQuery, resetHistory } from './queries.ts'
import { useQueues, useRecentRates } from './rates.ts'

const FirstClient = lazy(() => import('./first-client.tsx'))
/** Loaded when it is near, because the schema of its settings is larger than the rest of the page. */
const MonitoringSection = lazy(() => import('./monitoring-section.tsx'))

export default function OverviewPage() {
  const texts = useMessages(messages)
  const [state, setSearch] = useSearchState(historySearch)
  const current = useData(currentQuery, undefined)
  const recent = useData(recentQuery, undefined)
  const nodes = useData(nodesQuery, undefined)
  const isComparing = state.nodes.length > 0
  const history = useData(historyQuery, { range: state.range }, { keepPrevious: true, enabled: !isComparing })
  const comparison = useNodeHistories(state)
  const losses = useLosses(state.range)
  const events = useAlarmEvents()
  const rates = useRecentRates()
  const { queues, isLoading } = useQueues(current.data)
  const attention = useAttention({ rates, queues, isLoading: isLoading || rates.isLoading })
  const isChecked = useIsOver(!attention.isLoading)
  const hasSeenMessages = history.data?.buckets.some(({ received }) => Number(received) > 0)
  const isUnused = current.data?.connections === 0 && hasSeenMessages === false
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={<RefreshControl queries={[current, nodes, isComparing ? comparison : history]} />}
      />
      <StaleNotice query={current} />
      <SilentNodesNotice />
      {/* The height of the findings is unknown before, and the page must not jump. */}
      {isChecked ? (
        <Stack gap={4}>
          <AttentionStrip {...attention} />
          <NowSection query={current} recent={recent} rates={rates} queues={queues} />
          {isUnused && (
            <Suspense>
              <FirstClient />
            </Suspense>
          )}
          <MonitorHistory
            query={history}
            comparison={comparison}
            search={state}
            onSearch={setSearch}
            actions={<HistoryMenu />}
            losses={losses}
            events={events}
            beside={
              <Stack gap={4}>
                <NodesSection query={nodes} />
                <Integrations />
              </Stack>
            }
          />
          <WhenNear height={280}>
            <div className={styles.details}>
              <LongestQueues queues={queues} />
              <TopTopics />
            </div>
          </WhenNear>
          <WhenNear height={120}>
            <Suspense fallback={null}>
              <MonitoringSection />
            </Suspense>
          </WhenNear>
        </Stack>
      ) : (
        <Stack gap={4}>
          <Skeleton height={44} />
          <Skeleton height={330} />
          <Skeleton height={480} />
        </Stack>
      )}
    </>
  )
}

/** Milliseconds that the page waits for the checks. */
const maxWait = 1500

/** True once `isDone` was true, or after a short wait. */
function useIsOver(isDone: boolean): boolean {
  const [isOver, setOver] = useState(isDone)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), maxWait)
    return () => clearTimeout(timer)
  }, [])
  if (isDone && !isOver) setOver(true)
  return isOver || isDone
}

/** Lost deliveries over the range: recorded by MQDeck's broker, otherwise since the dashboard was opened. */
function useLosses(range: TimeRange): LossSeries {
  const recorded = useData(lossHistoryQuery, { range }, { keepPrevious: true, enabled: useHasOwnApi() })
  const measured = useCounterRates(true)
  return useMemo(() => {
    if (!recorded.data)
      return {
        times: measured.times,
        isMeasured: true,
        expectedAt: measured.expectedAt,
        lost: measured.rates('delivery_dropped'),
        noSubscriber: measured.rates('dropped_no_subscribers'),
      }
    const { buckets, range: answered } = recorded.data
    const seconds = timeRanges[answered]
    const series = toMonitorSeries(buckets, seconds, brokerTime(buckets, seconds, recorded.updatedAt ?? 0))
    return {
      times: series.times,
      isMeasured: false,
      expectedAt: measured.expectedAt,
      lost: series.rates('delivery_dropped'),
      noSubscriber: series.rates('dropped_no_subscribers'),
    }
  }, [recorded.data, recorded.updatedAt, measured])
}

/** Deletes the history of `/monitor` after a confirmation. */
function HistoryMenu() {
  const texts = useMessages(messages)
  const confirmAction = useConfirmAction()
  const reset = useChange(resetHistory)
  const isViewer = useIsViewer()
  const ask = () =>
    confirmAction({
      title: texts.resetQuestion,
      consequence: texts.resetBody,
      action: texts.resetHistory,
      run: () => reset.run(undefined),
      done: texts.resetDone,
      failed: texts.resetFailed,
    })
  if (isViewer) return null
  return (
    <LazyMenu
      trigger={<IconButton label={texts.moreActions} icon={<IconDotsVertical size={17} aria-hidden />} />}
      items={[{ label: texts.resetHistory, danger: true, onSelect: () => void ask() }]}
    />
  )
}
