import { IconChartHistogram, IconPlus, IconRestore, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { QueryTable, RefreshControl, useData, useIsViewer, useRowActions } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, PageHeader, useSearchState } from '../../ui/index.ts'
import { useTraceItems } from '../traces/index.ts'
import { AddTopicDialog } from './add-topic-dialog.tsx'
import { messages } from './messages.ts'
import { topicMetricsQuery } from './queries.ts'
import { sortTopics, type TopicColumn, topicColumns } from './sorted-topics.ts'
import { useDeleteTopics, useResetAll, useResetTopics } from './topic-actions.ts'
import { useTopicColumns } from './topic-columns.tsx'
import { TopicDrawer } from './topic-drawer.tsx'

const searchSchema = z.object({
  sort: z.enum(topicColumns).default('topic'),
  order: z.enum(['asc', 'desc']).default('asc'),
  /** Topic of the open details. */
  topic: z.string().optional(),
  /** Set by links from other pages: opens the dialog with this topic, or its details if it was added before. */
  add: z.string().optional(),
})

/** Limit of the broker. */
const maxTopics = 512
const iconSize = { size: 16, 'aria-hidden': true } as const

export default function TopicMetricsPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const isViewer = useIsViewer()
  const traceItems = useTraceItems()
  const rowAction = useRowActions()
  const [{ sort, order, topic, add }, setSearch] = useSearchState(searchSchema)
  const metrics = useData(topicMetricsQuery, undefined)
  const { data } = metrics
  const rows = useMemo(() => data && sortTopics(data, sort, order), [data, sort, order])
  const reset = useResetTopics()
  const deleteTopics = useDeleteTopics()
  const resetAll = useResetAll()
  const count = data?.length ?? 0
  const isFull = count >= maxTopics
  const [isAdding, setAdding] = useState(false)
  const topics = useMemo(() => data?.map((row) => row.topic) ?? [], [data])
  const isAddRequested = add !== undefined && data !== undefined && !topics.includes(add) && !isViewer

  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <RefreshControl queries={[metrics]} />
            {count > 0 && (
              <Button icon={<IconRestore {...iconSize} />} disabled={isViewer} onClick={() => void resetAll(count)}>
                {texts.resetAll}
              </Button>
            )}
            <Button
              variant="primary"
              icon={<IconPlus {...iconSize} />}
              disabled={isViewer || data === undefined || isFull}
              onClick={() => setAdding(true)}
            >
              {texts.addTopic}
            </Button>
          </>
        }
      />
      <QueryTable
        query={metrics}
        label={texts.title}
        columns={useTopicColumns(sort, order)}
        rows={rows}
        rowId={(row) => row.topic}
        sort={{
          column: sort,
          order,
          onChange: (column, next) => setSearch({ sort: columnOf(column), order: next }, { replace: true }),
        }}
        empty={<EmptyState title={texts.noTopics} hint={texts.noTopicsHint} />}
        summary={
          data &&
          `${texts.total(format.number(count), format.number(maxTopics))}${isFull ? ` · ${texts.limitReached}` : ''}`
        }
        skeletonRows={4}
        rowActions={(row) => [
          {
            label: texts.showDetails,
            icon: <IconChartHistogram {...iconSize} />,
            onSelect: () => setSearch({ topic: row.topic }),
          },
          ...traceItems({ type: 'topic', value: row.topic }),
          rowAction.change({
            label: texts.resetCounters,
            icon: <IconRestore {...iconSize} />,
            onSelect: () => void reset([row]),
          }),
          rowAction.delete(() => deleteTopics([row])),
        ]}
        bulkActions={
          isViewer
            ? undefined
            : (selected, clear) => (
                <>
                  <Button
                    size="small"
                    icon={<IconRestore {...iconSize} />}
                    onClick={async () => {
                      if (await reset(selected)) clear()
                    }}
                  >
                    {texts.resetCounters}
                  </Button>
                  {rowAction.deleteSelected(deleteTopics)?.(selected, clear)}
                </>
              )
        }
      />
      <TopicDrawer
        row={data?.find((row) => row.topic === (topic ?? add))}
        onClose={() => setSearch({ topic: undefined, add: undefined })}
        actions={(row) => (
          <>
            <Button icon={<IconRestore {...iconSize} />} disabled={isViewer} onClick={() => void reset([row])}>
              {texts.resetCounters}
            </Button>
            <Button icon={<IconTrash {...iconSize} />} disabled={isViewer} onClick={() => void deleteTopics([row])}>
              {texts.delete}
            </Button>
          </>
        )}
      />
      <AddTopicDialog
        initialTopic={isAddRequested ? add : isAdding ? '' : undefined}
        existingTopics={topics}
        onClose={() => {
          setAdding(false)
          if (add !== undefined) setSearch({ add: undefined }, { replace: true })
        }}
      />
    </>
  )
}

const columnOf = (id: string): TopicColumn => topicColumns.find((column) => column === id) ?? 'topic'
