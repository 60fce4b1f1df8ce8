import type { DelayedMessageRow } from '@mqdeck/contract'
import { IconCopy, IconEye, IconTrash } from '@tabler/icons-react'
import { useCallback, useEffect } from 'react'
import { type Loaded, QueryError, RefreshControl, StaleNotice, useData, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  DataTable,
  PageHeader,
  PagePager,
  type RowAction,
  useCopy,
  useRedirectFromEmptyPage,
  useSearchState,
} from '../../ui/index.ts'
import { delayedQuery } from '../mqtt-settings/index.ts'
import { useDelayedColumns } from './delayed-columns.tsx'
import { DelayedDrawer } from './delayed-drawer.tsx'
import { DelayedNotes, DelayedUsage, NothingDelayed } from './delayed-notes.tsx'
import { delayedSearch } from './delayed-search.ts'
import { useDeleteDelayed } from './delete-delayed.tsx'
import { messages } from './messages.ts'
import { type DelayedId, type DelayedList, delayedMessagesQuery } from './queries.ts'

export default function DelayedMessagesPage() {
  const texts = useMessages(messages)
  const [{ page, limit, message }, setSearch] = useSearchState(delayedSearch)
  const list = useData(delayedMessagesQuery, { page, limit }, { keepPrevious: true })
  const settings = useData(delayedQuery, undefined)
  const isViewer = useIsViewer()
  const open = useCallback((row: DelayedId) => setSearch({ message: idOf(row) }), [setSearch])
  const columns = useDelayedColumns({ answeredAt: list.updatedAt ?? 0, onOpen: open })
  const deleteDelayed = useDeleteDelayed()
  const rowActions = useRowActions(open, isViewer)
  const total = list.data?.total
  const toFirstPage = useCallback(() => setSearch({ page: 1 }, { replace: true }), [setSearch])
  useRedirectFromEmptyPage(page > 1 && !list.isPrevious && list.data?.rows.length === 0, toFirstPage)
  useRefreshWhenDue(list)

  return (
    <>
      <PageHeader title={texts.title} actions={<RefreshControl queries={[list]} />} />
      <DelayedNotes settings={settings.data} count={total} />
      <StaleNotice query={list} />
      <DataTable
        label={texts.title}
        columns={columns}
        columnsKey="delayedTableColumns"
        rows={list.data?.rows}
        rowId={idOf}
        busy={list.isPrevious || list.isStale}
        error={list.data === undefined && list.error && <QueryError query={list} />}
        empty={<NothingDelayed />}
        summary={<DelayedUsage settings={settings.data} count={total} />}
        rowActions={rowActions}
        selectionScope="all"
        {...(!isViewer && {
          bulkActions: (selected: readonly DelayedMessageRow[], clear: () => void) => (
            <Button
              size="small"
              icon={<IconTrash size={16} aria-hidden />}
              onClick={async () => {
                if (await deleteDelayed(selected)) clear()
              }}
            >
              {texts.delete}
            </Button>
          ),
        })}
        pager={
          <PagePager
            page={page}
            onPageChange={(next) => setSearch({ page: next })}
            limit={limit}
            onLimitChange={(size) => setSearch({ limit: size, page: 1 })}
            total={total}
            count={list.data?.rows.length ?? 0}
            hasNext={list.data?.hasNext ?? false}
          />
        }
      />
      <DelayedDrawer id={message} onClose={() => setSearch({ message: undefined })} />
    </>
  )
}

const idOf = ({ node, msgid }: DelayedId): string => `${node}/${msgid}`

/** The maximum delay of a browser timer. */
const longestWait = 24 * 3_600_000
/** Milliseconds between two reloads after a message is due. */
const overdueWait = 5000

/** Reloads the list when a message is due, also where the page does not refresh automatically. */
function useRefreshWhenDue({ data, updatedAt, refresh, isPrevious }: Loaded<DelayedList>): void {
  const least = data && Math.min(...data.rows.map((row) => row.delayed_remaining))
  // The broker needs a moment to publish. While the feature is disabled it does not publish, and fewer requests are enough.
  const wait = least === undefined || isPrevious ? undefined : least === 0 ? overdueWait : (least + 1) * 1000
  // biome-ignore lint/correctness/useExhaustiveDependencies: refresh is another function each time
  useEffect(() => {
    if (wait === undefined || wait > longestWait) return
    const timer = setTimeout(refresh, wait)
    return () => clearTimeout(timer)
  }, [wait, updatedAt])
}

function useRowActions(
  open: (row: DelayedId) => void,
  isViewer: boolean,
): (row: DelayedMessageRow) => readonly RowAction[] {
  const texts = useMessages(messages)
  const copy = useCopy()
  const deleteDelayed = useDeleteDelayed()
  return (row) => [
    { label: texts.showPayload, icon: <IconEye size={16} aria-hidden />, onSelect: () => open(row) },
    {
      label: texts.copyTopic,
      icon: <IconCopy size={16} aria-hidden />,
      onSelect: () => void copy(row.topic, texts.copied),
    },
    {
      label: texts.delete,
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      disabled: isViewer,
      onSelect: () => void deleteDelayed([row]),
    },
  ]
}
