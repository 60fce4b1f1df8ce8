import { parseDuration } from '@mqdeck/contract'
import { IconBookmarks, IconEraser } from '@tabler/icons-react'
import { useMemo } from 'react'
import { z } from 'zod'
import {
  QueryTable,
  RefreshControl,
  useChange,
  useConfirmAction,
  useData,
  useIsViewer,
  useReportedAction,
} from '../../api/index.ts'
import { NodePicker } from '../../api/nodes/node-picker.tsx'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  Dim,
  EmptyState,
  Notice,
  PageHeader,
  Switch,
  useGo,
  useOpenClient,
  useSearchState,
} from '../../ui/index.ts'
import { useTraceItems } from '../traces/index.ts'
import { messages } from './messages.ts'
import {
  clearList,
  enableSlowSubscriptions,
  type SlowSettings,
  slowSettingsQuery,
  slowSubscriptionsQuery,
} from './queries.ts'
import { toSlowRows, useSlowColumns } from './slow-columns.tsx'
import styles from './slow-subscriptions.module.css'

/** The broker returns the entries of all nodes. The list is short, so it is filtered by node here. */
const searchSchema = z.object({ node: z.string().min(1).optional().catch(undefined) })

export default function SlowSubscriptionsPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const isViewer = useIsViewer()
  const go = useGo()
  const openClient = useOpenClient()
  const traceItems = useTraceItems()
  const list = useData(slowSubscriptionsQuery, undefined)
  const settings = useData(slowSettingsQuery, undefined)
  const { data } = list
  const [{ node }, setSearch] = useSearchState(searchSchema)
  const all = useMemo(() => data && toSlowRows(data), [data])
  const rows = node === undefined ? all : all?.filter((row) => row.node === node)
  const isDisabled = settings.data?.enable === false
  const clear = useClear()

  return (
    <>
      <PageHeader
        // As high as the description while that is loaded.
        description={settings.data ? !isDisabled && <RecordedDescription settings={settings.data} /> : '\u00a0'}
        actions={
          <>
            <RefreshControl queries={[list, settings]} />
            <Button onClick={() => go({ to: '/slow-sub/config' })}>{texts.settings}</Button>
            <Button
              icon={<IconEraser size={16} aria-hidden />}
              disabled={isViewer || all === undefined || all.length === 0}
              onClick={() => void clear()}
            >
              {texts.clearList}
            </Button>
          </>
        }
      />
      {isDisabled && <DisabledNotice />}
      <QueryTable
        query={list}
        label={texts.title}
        columns={useSlowColumns()}
        rows={rows}
        rowId={({ clientid, topic, node }) => `${clientid} ${topic} ${node}`}
        empty={
          node !== undefined && all !== undefined && all.length > 0 ? (
            <EmptyState
              title={texts.noEntriesOnNode(node)}
              action={<Button onClick={() => setSearch({ node: undefined })}>{texts.showAllNodes}</Button>}
            />
          ) : (
            <EmptyState title={texts.noEntries} hint={isDisabled ? texts.inactiveListHint : texts.noEntriesHint} />
          )
        }
        summary={rows && texts.total(format.number(rows.length))}
        actions={<NodePicker width={240} value={node} onChange={(next) => setSearch({ node: next })} />}
        skeletonRows={4}
        rowActions={({ clientid, topic }) => [
          openClient(clientid),
          {
            label: texts.showSubscriptions,
            icon: <IconBookmarks size={16} aria-hidden />,
            onSelect: () => go({ to: '/subscriptions/subscription', search: { clientid } }),
          },
          ...traceItems({ type: 'clientid', value: clientid }, { type: 'topic', value: topic }),
        ]}
      />
    </>
  )
}

/** Describes what the list contains under the current settings. */
function RecordedDescription({ settings: { threshold, stats_type, top_k_num } }: { readonly settings: SlowSettings }) {
  const texts = useMessages(messages)
  const format = useFormat()
  return texts.recorded(format.span(parseDuration(threshold)), texts.latencyTypes[stats_type], format.number(top_k_num))
}

function useClear(): () => Promise<boolean> {
  const texts = useMessages(messages)
  const confirmAction = useConfirmAction()
  const { run } = useChange(clearList)
  return () =>
    confirmAction({
      title: texts.clearQuestion,
      consequence: texts.clearBody,
      action: texts.clearList,
      done: texts.cleared,
      failed: texts.clearFailed,
      run: () => run(undefined),
    })
}

/** Shown while slow subscriptions are disabled, with a switch to enable them. */
function DisabledNotice() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const runReported = useReportedAction()
  const { run, isRunning } = useChange(enableSlowSubscriptions)
  const enable = async () => {
    await runReported(() => run(undefined), { done: texts.recordingEnabled, failed: texts.enableFailed })
  }
  return (
    <div className={styles.disabledNotice}>
      <Notice>
        <div className={styles.noticeRow}>
          <div>
            <strong>{texts.inactive}</strong> <Dim>{texts.inactiveHint}</Dim>
          </div>
          <Switch
            label={texts.enableRecording}
            checked={isRunning}
            disabled={isViewer || isRunning}
            onChange={() => void enable()}
          />
        </div>
      </Notice>
    </div>
  )
}
