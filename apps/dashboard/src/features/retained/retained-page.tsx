import { IconFilterX, IconTrash } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { z } from 'zod'
import {
  PagedTable,
  pageSearch,
  RefreshControl,
  useChange,
  useConfirmAction,
  useData,
  useDelete,
  useIsViewer,
  usePagedList,
  useRowActions,
} from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topics/topic-filter.ts'
import { Button, Group, PageHeader, useSearchState } from '../../ui/index.ts'
import { retainerQuery } from '../mqtt-settings/index.ts'
import { DeleteMatchingDialog } from './delete-matching-dialog.tsx'
import { removeRetained } from './delete-queries.ts'
import { messages } from './messages.ts'
import {
  type ListedRetained,
  type RetainedList,
  removeAllRetained,
  retainedCountQuery,
  retainedQuery,
} from './queries.ts'
import { useRetainedColumns } from './retained-columns.tsx'
import { RetainedDrawer } from './retained-drawer.tsx'
import { RetainedFilter } from './retained-filter.tsx'
import { RetainedEmpty, RetainedNotes, RetainedUsage } from './retained-notes.tsx'

/** Search parameters of the list. */
const retainedSearch = pageSearch.extend({
  /** A topic filter. Leading and trailing spaces are part of it. */
  topic: z
    .string()
    .refine((filter) => filterFault(filter) === undefined)
    .optional(),
  /** Topic of the open message. With wildcards the broker would return any matching message. */
  message: z
    .string()
    .regex(/^[^+#]+$/)
    .optional(),
})

export default function RetainedPage() {
  const texts = useMessages(messages)
  const [search, setSearch] = useSearchState(retainedSearch)
  const { topic } = search
  const list = usePagedList(retainedQuery, { topic })
  const count = useData(retainedCountQuery, undefined)
  const settings = useData(retainerQuery, undefined)
  const isViewer = useIsViewer()
  const open = useCallback((message: string | undefined) => setSearch({ message }), [setSearch])
  const columns = useRetainedColumns({ isDetailed: list.data?.isDetailed ?? true, onOpen: open })
  const rowAction = useRowActions()
  const deleteRetained = useDeleteRetained()
  const reset = () => setSearch({ topic: undefined, page: 1 })

  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <RefreshControl queries={[list, count]} />
            {!isViewer && <Deletions filter={topic} count={count.data} />}
          </>
        }
      />
      <RetainedNotes settings={settings.data} count={count.data} />
      <RetainedFilter topic={topic} onSearch={(filter) => setSearch({ topic: filter, page: 1 })} />
      <PagedTable
        list={list}
        label={texts.title}
        columns={columns}
        columnsKey="retainedTableColumns"
        rowId={(row) => row.topic}
        empty={<RetainedEmpty isFiltered={topic !== undefined} onReset={reset} />}
        summary={
          <Group gap={4} wrap>
            {topic !== undefined && <Matching list={list.data} />}
            <RetainedUsage settings={settings.data} count={count.data} />
          </Group>
        }
        rowActions={(row) => [
          rowAction.show(texts.showPayload, () => open(row.topic)),
          rowAction.copy(texts.copyTopic, row.topic),
          rowAction.delete(() => deleteRetained([row])),
        ]}
        selectionScope={topic ?? ''}
        bulkActions={rowAction.deleteSelected(deleteRetained)}
      />
      <RetainedDrawer topic={search.message} rows={list.data?.rows} onClose={() => open(undefined)} />
    </>
  )
}

function Deletions({ filter, count }: { readonly filter: string | undefined; readonly count: number | undefined }) {
  const texts = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  const deleteAll = useDeleteAll()
  return (
    <>
      <Button icon={<IconFilterX size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {texts.deleteMatching}
      </Button>
      <Button icon={<IconTrash size={16} aria-hidden />} disabled={count === 0} onClick={() => void deleteAll(count)}>
        {texts.deleteAll}
      </Button>
      <DeleteMatchingDialog opened={isOpen} onClose={() => setOpen(false)} filter={filter} />
    </>
  )
}

/** Number of matches, if the broker counts them. */
function Matching({ list }: { readonly list: RetainedList | undefined }) {
  const texts = useMessages(messages)
  const format = useFormat()
  return list?.total === undefined ? null : <span>{texts.matching(format.number(list.total))}</span>
}

function useDeleteRetained() {
  const texts = useMessages(messages)
  return useDelete<ListedRetained>(removeRetained, {
    kind: 'retainedMessage',
    nameOf: ({ topic }) => topic,
    listsName: true,
    consequence: texts.deleteBody,
    one: (topic) => ({ done: texts.deleted(topic), failed: texts.deleteFailed(topic) }),
    many: (count) => ({ action: texts.delete, started: texts.deleteStarted(count) }),
  })
}

/** Deletes all retained messages with one request, after a confirmation. */
function useDeleteAll(): (count: number | undefined) => Promise<boolean> {
  const texts = useMessages(messages)
  const format = useFormat()
  const confirmAction = useConfirmAction()
  const { run } = useChange(removeAllRetained)
  return (count) =>
    confirmAction({
      title: texts.deleteAllQuestion,
      consequence: texts.deleteAllBody(count === undefined ? undefined : format.number(count)),
      action: texts.deleteAll,
      done: texts.deletedAll,
      failed: texts.deleteAllFailed,
      run: () => run(undefined),
    })
}
