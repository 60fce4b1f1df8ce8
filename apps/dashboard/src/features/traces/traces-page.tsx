import { maxTraces, type Trace, traceStates } from '@mqdeck/contract'
import { IconDownload, IconExternalLink, IconPlayerStop, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { QueryTable, RefreshControl, useData, useIsViewer, useRowActions } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  EmptyState,
  Notice,
  PageHeader,
  type RowAction,
  Select,
  type SetSearch,
  Stack,
  TextField,
  useGo,
  useSearchState,
  useSortedRows,
} from '../../ui/index.ts'
import { CreateDrawer } from './create-drawer.tsx'
import { tracesQuery } from './index.ts'
import { filterTraces, listSearch, sizeOf } from './list-search.ts'
import { messages } from './messages.ts'
import { useTraceColumns } from './trace-columns.tsx'
import styles from './traces.module.css'
import { type TraceActions, useTraceActions } from './use-trace-actions.tsx'

const icon = { size: 16, 'aria-hidden': true } as const

/** Number of traces from which a notice about the limit is shown. */
const noticeThreshold = maxTraces - 5

/** List of all traces. There are at most thirty, so they are filtered in the browser. */
export default function TracesPage() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const [search, setSearch] = useSearchState(listSearch)
  const traces = useData(tracesQuery, undefined)
  const [isCreating, setCreating] = useState(false)
  const actions = useTraceActions()
  const { data } = traces
  const rows = useMemo(() => data && filterTraces(data, search), [data, search])
  const columns = useTraceColumns()
  const sorted = useSortedRows(rows, columns)
  const count = data?.length ?? 0
  const isFull = count >= maxTraces
  const isFiltered = rows !== undefined && rows.length < count
  const summary = count === 0 ? undefined : isFiltered ? texts.foundOf(rows.length, count) : texts.count(count)
  const rowAction = useRowActions()
  const rowActions = useTraceRowActions(actions)
  const create = !isViewer && (
    <Button variant="primary" icon={<IconPlus {...icon} />} disabled={isFull} onClick={() => setCreating(true)}>
      {texts.newTrace}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <RefreshControl queries={[traces]} />
            {!isViewer && data && count > 0 && (
              <Button onClick={() => void actions.deleteAll(data)}>{texts.deleteAll}</Button>
            )}
            {count > 0 && create}
          </>
        }
      />
      <Stack gap={4}>
        {!isViewer && count >= noticeThreshold && (
          <Notice tone="amber">{isFull ? texts.limitReached : texts.nearlyFull(maxTraces - count)}</Notice>
        )}
        {(data === undefined || count > 0) && <Filters search={search} setSearch={setSearch} />}
        <QueryTable
          query={traces}
          label={texts.title}
          columns={columns}
          {...sorted}
          rowId={({ name }) => name}
          empty={
            count > 0 ? (
              <EmptyState
                title={texts.noMatch}
                action={<Button onClick={() => setSearch({ q: '', state: undefined })}>{texts.showAll}</Button>}
              />
            ) : (
              <EmptyState title={texts.noTraces} hint={texts.noTracesHint} action={create} />
            )
          }
          summary={summary}
          skeletonRows={5}
          rowActions={rowActions}
          bulkActions={data?.length === 0 ? undefined : rowAction.deleteSelected(actions.delete)}
        />
      </Stack>
      <CreateDrawer opened={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}

type Search = ReturnType<typeof listSearch.parse>

function Filters({ search, setSearch }: { readonly search: Search; readonly setSearch: SetSearch<Search> }) {
  const texts = useMessages(messages)
  return (
    <div className={styles.filters}>
      <TextField
        label={texts.find}
        placeholder={texts.findHint}
        value={search.q}
        onChange={(event) => setSearch({ q: event.currentTarget.value }, { replace: true })}
      />
      <Select
        label={texts.state}
        width={160}
        value={search.state ?? ''}
        onChange={(state) => setSearch({ state: state === '' ? undefined : state })}
        options={[
          { value: '', label: texts.anyState },
          ...traceStates.map((state) => ({ value: state, label: texts.states[state] })),
        ]}
      />
    </div>
  )
}

function useTraceRowActions(actions: TraceActions): (trace: Trace) => readonly RowAction[] {
  const texts = useMessages(messages)
  const rowAction = useRowActions()
  const isViewer = useIsViewer()
  const go = useGo()
  return (trace) => {
    const { name, status } = trace
    const isEmpty = sizeOf(trace) === 0
    const stop = { label: texts.stop, icon: <IconPlayerStop {...icon} />, danger: true }
    return [
      {
        label: texts.open,
        icon: <IconExternalLink {...icon} />,
        onSelect: () => go({ to: '/log-trace/detail/$id', params: { id: name } }),
      },
      {
        label: texts.download,
        icon: <IconDownload {...icon} />,
        disabled: isEmpty,
        note: isEmpty ? texts.nothingToDownload : undefined,
        onSelect: () => actions.download({ name }),
      },
      ...(isViewer || status === 'stopped' ? [] : [{ ...stop, onSelect: () => void actions.stop(trace) }]),
      ...(isViewer ? [] : [rowAction.delete(() => actions.delete([trace]))]),
    ]
  }
}
