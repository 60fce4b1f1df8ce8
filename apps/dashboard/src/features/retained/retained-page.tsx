import type { retainer, WireValue } from '@mqdeck/contract'
import { IconCopy, IconEye, IconFilterX, IconTrash } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { z } from 'zod'
import { QueryError, RefreshControl, StaleNotice, useData, useIsViewer } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topic-filter.ts'
import {
  Button,
  CodeBlock,
  DataTable,
  EmptyState,
  Group,
  LimitBar,
  Link,
  Notice,
  PageHeader,
  PagePager,
  type RowAction,
  useCopy,
  useRedirectFromEmptyPage,
  useSearchState,
} from '../../ui/index.ts'
import { usePublishCommand } from '../listeners/index.ts'
import { retainerQuery } from '../mqtt-settings/index.ts'
import { DeleteMatchingDialog } from './delete-matching-dialog.tsx'
import { useClearRetained, useDeleteRetained, useDeleteSeveral } from './delete-retained.tsx'
import { messages } from './messages.ts'
import { type ListedRetained, type RetainedList, retainedCountQuery, retainedQuery } from './queries.ts'
import { useRetainedColumns } from './retained-columns.tsx'
import { RetainedDrawer } from './retained-drawer.tsx'
import { RetainedFilter } from './retained-filter.tsx'

export default function RetainedPage() {
  const texts = useMessages(messages)
  const [search, setSearch] = useSearchState(retainedSearch)
  const { topic, page, limit } = search
  const list = useData(retainedQuery, { topic, page, limit }, { keepPrevious: true })
  const count = useData(retainedCountQuery, undefined)
  const settings = useData(retainerQuery, undefined)
  const isViewer = useIsViewer()
  const open = useCallback((message: string | undefined) => setSearch({ message }), [setSearch])
  const columns = useRetainedColumns({ isDetailed: list.data?.isDetailed ?? true, onOpen: open })
  const rowActions = useRowActions(open, isViewer)
  const deleteSeveral = useDeleteSeveral()
  const reset = () => setSearch({ topic: undefined, page: 1 })
  const toFirstPage = useCallback(() => setSearch({ page: 1 }, { replace: true }), [setSearch])
  useRedirectFromEmptyPage(page > 1 && !list.isPrevious && list.data?.rows.length === 0, toFirstPage)

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
      <StaleNotice query={list} />
      <DataTable
        label={texts.title}
        columns={columns}
        columnsKey="retainedTableColumns"
        rows={list.data?.rows}
        rowId={(row) => row.topic}
        busy={list.isPrevious || list.isStale}
        error={list.data === undefined && list.error && <QueryError query={list} />}
        empty={<RetainedEmpty isFiltered={topic !== undefined} onReset={reset} />}
        summary={
          <Group gap={4} wrap>
            {topic !== undefined && <Matching list={list.data} />}
            <RetainedUsage settings={settings.data} count={count.data} />
          </Group>
        }
        rowActions={rowActions}
        selectionScope={topic ?? ''}
        {...(!isViewer && {
          bulkActions: (selected: readonly ListedRetained[], clear: () => void) => (
            <Button
              size="small"
              icon={<IconTrash size={16} aria-hidden />}
              onClick={async () => {
                if (await deleteSeveral(selected.map((row) => row.topic))) clear()
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
            total={list.data?.total}
            count={list.data?.rows.length ?? 0}
            hasNext={list.data?.hasNext ?? false}
          />
        }
      />
      <RetainedDrawer topic={search.message} rows={list.data?.rows} onClose={() => open(undefined)} />
    </>
  )
}

function Deletions({ filter, count }: { readonly filter: string | undefined; readonly count: number | undefined }) {
  const texts = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  const clear = useClearRetained()
  return (
    <>
      <Button icon={<IconFilterX size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {texts.deleteMatching}
      </Button>
      <Button icon={<IconTrash size={16} aria-hidden />} disabled={count === 0} onClick={() => void clear(count)}>
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

function useRowActions(
  open: (topic: string) => void,
  isViewer: boolean,
): (row: ListedRetained) => readonly RowAction[] {
  const texts = useMessages(messages)
  const copy = useCopy()
  const deleteOne = useDeleteRetained()
  return ({ topic }) => [
    { label: texts.showPayload, icon: <IconEye size={16} aria-hidden />, onSelect: () => open(topic) },
    {
      label: texts.copyTopic,
      icon: <IconCopy size={16} aria-hidden />,
      onSelect: () => void copy(topic, texts.copied),
    },
    {
      label: texts.delete,
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      disabled: isViewer,
      onSelect: () => void deleteOne(topic),
    },
  ]
}

interface RetainedEmptyProps {
  readonly isFiltered: boolean
  readonly onReset: () => void
}

/** Empty state: no matches, or no retained messages with instructions. */
function RetainedEmpty({ isFiltered, onReset }: RetainedEmptyProps) {
  const texts = useMessages(messages)
  if (isFiltered) {
    return (
      <EmptyState
        title={texts.noMatchTitle}
        hint={texts.noMatchHint}
        action={<Button onClick={onReset}>{texts.resetFilters}</Button>}
      />
    )
  }
  return <NothingRetained />
}

function NothingRetained() {
  const texts = useMessages(messages)
  const command = usePublishCommand('-t hall/1/temperature -r')
  return (
    <EmptyState
      title={texts.emptyTitle}
      hint={texts.emptyHint}
      action={command !== undefined && <CodeBlock code={command} wrap />}
    />
  )
}

interface RetainedNotesProps {
  /** Undefined until loaded, and for brokers without these settings. */
  readonly settings: WireValue<typeof retainer> | undefined
  /** Number of retained messages. */
  readonly count: number | undefined
}

/** The reason why no new messages appear: disabled, or the limit is reached. */
function RetainedNotes({ settings, count = 0 }: RetainedNotesProps) {
  const texts = useMessages(messages)
  if (!settings) return null
  const limit = settings.backend.max_retained_messages
  const note = !settings.enable ? texts.retainerDisabled : limit > 0 && count >= limit ? texts.limitReached : undefined
  if (note === undefined) return null
  return <Notice tone="amber">{note}</Notice>
}

/** Usage of `max_retained_messages`; 0: no limit. */
function RetainedUsage({ settings, count }: RetainedNotesProps) {
  const texts = useMessages(messages)
  if (!settings || count === undefined) return null
  return (
    <Group gap={2}>
      <span>{texts.usage}</span>
      <LimitBar value={count} limit={settings.backend.max_retained_messages} width={120} />
      <Link to="/mqtt/retainer">{texts.retainerSettings}</Link>
    </Group>
  )
}

/** Search parameters of the list. */
const retainedSearch = z.object({
  /** A topic filter. Leading and trailing spaces are part of it. */
  topic: z
    .string()
    .refine((filter) => filterFault(filter) === undefined)
    .optional(),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  /** Topic of the open message. With wildcards the broker would return any matching message. */
  message: z
    .string()
    .regex(/^[^+#]+$/)
    .optional(),
})
