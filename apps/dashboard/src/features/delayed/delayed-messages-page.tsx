import type { DelayedMessageRow } from '@mqdeck/contract'
import { useCallback, useEffect } from 'react'
import { z } from 'zod'
import {
  type Loaded,
  PagedTable,
  pageSearch,
  RefreshControl,
  useData,
  useDelete,
  usePagedList,
  useRowActions,
} from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { PageHeader, useSearchState } from '../../ui/index.ts'
import { delayedQuery } from '../mqtt-settings/index.ts'
import { useDelayedColumns } from './delayed-columns.tsx'
import { DelayedDrawer } from './delayed-drawer.tsx'
import { DelayedNotes, DelayedUsage, NothingDelayed } from './delayed-notes.tsx'
import { messages } from './messages.ts'
import { type DelayedId, type DelayedList, delayedMessagesQuery, removeDelayed } from './queries.ts'

export default function DelayedMessagesPage() {
  const texts = useMessages(messages)
  const [{ message }, setSearch] = useSearchState(delayedSearch)
  const list = usePagedList(delayedMessagesQuery, {})
  const settings = useData(delayedQuery, undefined)
  const open = useCallback((row: DelayedId) => setSearch({ message: idOf(row) }), [setSearch])
  const columns = useDelayedColumns({ answeredAt: list.updatedAt ?? 0, onOpen: open })
  const deleteDelayed = useDeleteDelayed()
  const rowAction = useRowActions()
  const total = list.data?.total
  useRefreshWhenDue(list)

  return (
    <>
      <PageHeader title={texts.title} actions={<RefreshControl queries={[list]} />} />
      <DelayedNotes settings={settings.data} count={total} />
      <PagedTable
        list={list}
        label={texts.title}
        columns={columns}
        columnsKey="delayedTableColumns"
        rowId={idOf}
        rowName={({ topic }) => topic}
        empty={<NothingDelayed />}
        summary={<DelayedUsage settings={settings.data} count={total} />}
        rowActions={(row) => [
          rowAction.show(texts.showPayload, () => open(row)),
          rowAction.copy(texts.copyTopic, row.topic),
          rowAction.delete(() => deleteDelayed([row])),
        ]}
        selectionScope="all"
        bulkActions={rowAction.deleteSelected(deleteDelayed)}
      />
      <DelayedDrawer id={message} onClose={() => setSearch({ message: undefined })} />
    </>
  )
}

const idOf = ({ node, msgid }: DelayedId): string => `${node}/${msgid}`

/** The maximum delay of a browser timer. */
const maxWait = 24 * 3_600_000
/** Milliseconds between two reloads after a message is due. */
const overdueWait = 5000

/** Reloads the list when a message is due, also where the page does not refresh automatically. */
function useRefreshWhenDue({ data, updatedAt, refresh, isPrevious }: Loaded<DelayedList>): void {
  const least = data && Math.min(...data.rows.map((row) => row.delayed_remaining))
  // The broker needs a moment to publish. While the feature is disabled it does not publish, and fewer requests are enough.
  const wait = least === undefined || isPrevious ? undefined : least === 0 ? overdueWait : (least + 1) * 1000
  // biome-ignore lint/correctness/useExhaustiveDependencies: refresh is another function each time
  useEffect(() => {
    if (wait === undefined || wait > maxWait) return
    const timer = setTimeout(refresh, wait)
    return () => clearTimeout(timer)
  }, [wait, updatedAt])
}

function useDeleteDelayed() {
  const texts = useMessages(messages)
  return useDelete<DelayedMessageRow>(removeDelayed, {
    kind: 'delayedMessage',
    nameOf: ({ topic }) => topic,
    // Several messages may have the same topic.
    resultNameOf: ({ topic, msgid }) => `${topic} (${msgid})`,
    listsName: true,
    consequence: texts.deleteBody,
    consequenceOfMany: texts.deleteManyBody,
    one: (topic) => ({ done: texts.deleted(topic), failed: texts.deleteFailed(topic) }),
    many: (count) => ({ action: texts.delete, started: texts.deleteStarted(count) }),
  })
}

/** Search parameters of the list. */
const delayedSearch = pageSearch.extend({
  /** The open message: its node and its id. */
  message: z
    .string()
    .regex(/^[^/]+\/[^/]+$/)
    .optional(),
})
