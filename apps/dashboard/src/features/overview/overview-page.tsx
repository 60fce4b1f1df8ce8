import { lazy, Suspense } from 'react'
import { z } from 'zod'
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
import { Button, PageHeader, Stack, useSearchState } from '../../ui/index.ts'
import { historySearch, MonitorHistory } from './history/monitor-history.tsx'
import { useNodeHistories } from './history/queries.ts'
import { messages } from './messages.ts'
import { NodesSection } from './nodes-section.tsx'
import { NowSection } from './now-section.tsx'
import styles from './overview.module.css'
import { currentQuery, historyQuery, recentQuery, resetHistory } from './queries.ts'

const search = z.object(historySearch)
const FirstClient = lazy(() => import('./first-client.tsx'))
/** The last section of the page, loaded lazily: the schema of its settings is larger than the rest of the page. */
const MonitoringSection = lazy(() => import('./monitoring-section.tsx'))

export default function OverviewPage() {
  const texts = useMessages(messages)
  const [state, setSearch] = useSearchState(search)
  const current = useData(currentQuery, undefined)
  const recent = useData(recentQuery, undefined)
  const nodes = useData(nodesQuery, undefined)
  const isComparing = state.nodes.length > 0
  const history = useData(historyQuery, { range: state.range }, { keepPrevious: true, enabled: !isComparing })
  const comparison = useNodeHistories(state)
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
      <Stack gap={4}>
        <div className={styles.present}>
          <NowSection query={current} recent={recent} />
          <NodesSection query={nodes} />
        </div>
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
          actions={<ResetHistory />}
        />
        <Suspense fallback={null}>
          <MonitoringSection />
        </Suspense>
      </Stack>
    </>
  )
}

/** Deletes the history of `/monitor` after a confirmation. */
function ResetHistory() {
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
    <Button variant="subtle" size="small" loading={reset.isRunning} onClick={() => void ask()}>
      {texts.resetHistory}
    </Button>
  )
}
