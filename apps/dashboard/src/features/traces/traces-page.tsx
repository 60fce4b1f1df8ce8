import { mostTraces, type Trace, traceStates } from '@mqdeck/contract'
import { IconDownload, IconExternalLink, IconPlayerStop, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { QueryError, RefreshControl, StaleNotice, useData, useIsViewer } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { tracesQuery } from '../../traces/index.ts'
import {
  Button,
  DataTable,
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
import { found, listSearch, sizeOf } from './list-search.ts'
import { messages } from './messages.ts'
import { useTraceColumns } from './trace-columns.tsx'
import styles from './traces.module.css'
import { type TraceActions, useTraceActions } from './use-trace-actions.tsx'

const icon = { size: 16, 'aria-hidden': true } as const

/** From so many on the limit is told, before anybody runs into it. */
const nearlyFull = mostTraces - 5

/** All traces: thirty at the most, so they are found in the page. */
export default function TracesPage() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const [search, setSearch] = useSearchState(listSearch)
  const traces = useData(tracesQuery, undefined)
  const [isCreating, setCreating] = useState(false)
  const actions = useTraceActions()
  const { data } = traces
  const rows = useMemo(() => data && found(data, search), [data, search])
  const columns = useTraceColumns()
  const sorted = useSortedRows(rows, columns)
  const count = data?.length ?? 0
  const isFull = count >= mostTraces
  const isSome = rows !== undefined && rows.length < count
  const summary = count === 0 ? undefined : isSome ? texts.foundOf(rows.length, count) : texts.count(count)
  const rowActions = useRowActions(actions, isViewer)
  const create = !isViewer && (
    <Button variant="primary" icon={<IconPlus {...icon} />} disabled={isFull} onClick={() => setCreating(true)}>
      {texts.create}
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
              <Button onClick={() => void actions.removeAll(data)}>{texts.removeAll}</Button>
            )}
            {count > 0 && create}
          </>
        }
      />
      <StaleNotice query={traces} />
      <Stack gap={4}>
        {!isViewer && count >= nearlyFull && (
          <Notice tone="amber">{isFull ? texts.full : texts.nearlyFull(mostTraces - count)}</Notice>
        )}
        {count > 0 && <Filters search={search} setSearch={setSearch} />}
        <DataTable
          label={texts.title}
          columns={columns}
          {...sorted}
          rowId={({ name }) => name}
          busy={traces.isStale}
          error={data === undefined && traces.error && <QueryError query={traces} />}
          empty={
            count > 0 ? (
              <EmptyState
                title={texts.noMatch}
                action={<Button onClick={() => setSearch({ q: '', state: undefined })}>{texts.showAll}</Button>}
              />
            ) : (
              <EmptyState title={texts.none} hint={texts.noneHint} action={create} />
            )
          }
          summary={summary}
          skeletonRows={5}
          rowActions={rowActions}
          bulkActions={
            isViewer || count === 0
              ? undefined
              : (selected, clear) => (
                  <Button
                    size="small"
                    icon={<IconTrash {...icon} />}
                    onClick={async () => {
                      if (await actions.removeSeveral(selected)) clear()
                    }}
                  >
                    {texts.remove}
                  </Button>
                )
          }
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

function useRowActions(actions: TraceActions, isViewer: boolean): (trace: Trace) => readonly RowAction[] {
  const texts = useMessages(messages)
  const go = useGo()
  return (trace) => {
    const { name, status } = trace
    const isEmpty = sizeOf(trace) === 0
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
      ...(isViewer
        ? []
        : [
            ...(status === 'stopped'
              ? []
              : [
                  {
                    label: texts.stop,
                    icon: <IconPlayerStop {...icon} />,
                    danger: true,
                    onSelect: () => void actions.stop(trace),
                  },
                ]),
            {
              label: texts.remove,
              icon: <IconTrash {...icon} />,
              danger: true,
              onSelect: () => void actions.remove(trace),
            },
          ]),
    ]
  }
}
