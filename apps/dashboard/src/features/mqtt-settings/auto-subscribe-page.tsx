import { maxAutoSubscribeTopics } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { QueryError, useData, useIsViewer, useRowActions } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, type Column, DataTable, EmptyState, Mono, PageHeader, Stack, StatusDot } from '../../ui/index.ts'
import { AutoSubscribeDialog } from './auto-subscribe-dialog.tsx'
import { autoSubscribeMessages } from './auto-subscribe-messages.ts'
import { ListBar, ListNotices } from './list-bar.tsx'
import { type ListItem, otherValues, useListDraft } from './list-draft.ts'
import { listMessages } from './list-messages.ts'
import { type AutoSubscription, autoSubscribeQuery, saveAutoSubscribe } from './queries.ts'

interface TopicRow extends ListItem<AutoSubscription> {
  readonly isDuplicate: boolean
}

export default function AutoSubscribePage() {
  const texts = useMessages(autoSubscribeMessages)
  const common = useMessages(listMessages)
  const format = useFormat()
  const isViewer = useIsViewer()
  const rowAction = useRowActions()
  const query = useData(autoSubscribeQuery, undefined)
  const draft = useListDraft(autoSubscribeQuery, query, saveAutoSubscribe)
  const [edited, setEdited] = useState<ListItem<AutoSubscription> | 'new'>()
  const { items } = draft
  const rows = useMemo(
    () => items?.map((item): TopicRow => ({ ...item, isDuplicate: isDuplicated(item, items) })),
    [items],
  )
  const columns = useColumns(rows?.some(({ isDuplicate }) => isDuplicate) ?? false)
  return (
    <>
      <PageHeader description={texts.description} />
      <Stack gap={4}>
        <ListNotices draft={draft} />
        <DataTable
          label={texts.topics}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ value }) => value.topic}
          skeletonRows={3}
          error={items === undefined && query.error && <QueryError query={query} />}
          summary={items && common.count(format.number(items.length), maxAutoSubscribeTopics)}
          actions={
            !isViewer && (
              <Button
                size="small"
                icon={<IconPlus size={16} aria-hidden />}
                disabled={(items?.length ?? 0) >= maxAutoSubscribeTopics}
                onClick={() => setEdited('new')}
              >
                {texts.addTopic}
              </Button>
            )
          }
          empty={<EmptyState title={texts.noTopics} hint={texts.noTopicsHint} />}
          {...(!isViewer && {
            rowActions: (row: TopicRow) => [
              rowAction.edit(() => setEdited(row)),
              rowAction.delete(() => draft.remove(row.id)),
            ],
          })}
        />
        {!isViewer && <ListBar draft={draft} />}
      </Stack>
      <AutoSubscribeDialog
        edited={edited}
        otherTopics={otherValues(edited, items).map(({ topic }) => topic)}
        onClose={() => setEdited(undefined)}
        onApply={(topic) => draft.put(edited ?? 'new', topic)}
      />
    </>
  )
}

const isDuplicated = ({ id, value }: ListItem<AutoSubscription>, items: readonly ListItem<AutoSubscription>[]) =>
  items.some((other) => other.id !== id && other.value.topic === value.topic)

function useColumns(hasNotes: boolean): readonly Column<TopicRow>[] {
  const texts = useMessages(autoSubscribeMessages)
  return useMemo(() => {
    const retainHandlings: Readonly<Record<number, string>> = texts.retainHandlings
    const yesNo = (bit: number) => (bit === 1 ? texts.yes : texts.no)
    return [
      { id: 'topic', header: texts.topic, width: 300, cell: ({ value }) => <Mono truncate>{value.topic}</Mono> },
      { id: 'qos', header: texts.qos, hint: texts.qosNote, width: 80, cell: ({ value }) => value.qos },
      { id: 'nl', header: texts.noLocal, hint: texts.noLocalNote, width: 110, cell: ({ value }) => yesNo(value.nl) },
      {
        id: 'rap',
        header: texts.retainAsPublished,
        hint: texts.retainAsPublishedNote,
        width: 160,
        cell: ({ value }) => yesNo(value.rap),
      },
      {
        id: 'rh',
        header: texts.retainHandling,
        width: 170,
        cell: ({ value }) => retainHandlings[value.rh] ?? value.rh,
      },
      ...(hasNotes
        ? [
            {
              id: 'note',
              header: texts.note,
              width: 260,
              cell: ({ isDuplicate }: TopicRow) =>
                isDuplicate && <StatusDot tone="amber">{texts.duplicateTopic}</StatusDot>,
            },
          ]
        : []),
    ]
  }, [texts, hasNotes])
}
