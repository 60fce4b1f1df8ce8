import { IconBookmarks, IconChartHistogram } from '@tabler/icons-react'
import { useMemo } from 'react'
import { PagedTable, RefreshControl, useData, useIsViewer, usePagesOf } from '../../api/index.ts'
import { NodePicker } from '../../api/nodes/node-picker.tsx'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { hasWildcard, splitShare } from '../../lib/topics/topic-filter.ts'
import {
  Button,
  EmptyState,
  type Matching,
  Notice,
  PageHeader,
  SearchBar,
  TextFilter,
  useDraft,
  useGo,
  useSearchState,
} from '../../ui/index.ts'
import { useTraceItems } from '../traces/index.ts'
import { searchFor, useTopicColumns } from './columns.tsx'
import { ActiveFilters, Count } from './list-parts.tsx'
import { messages } from './messages.ts'
import { maxTopics, topicsQuery } from './queries.ts'
import { isFiltered, orNothing, type TopicFilters, type TopicSearch, topicSearch } from './searches.ts'

export default function TopicsPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const isViewer = useIsViewer()
  const go = useGo()
  const traceItems = useTraceItems()
  const [search, setSearch] = useSearchState(topicSearch)
  const { topic, contains, node } = search
  const filters = { topic, contains, node }
  const topics = useData(topicsQuery, { topic, node }, { keepPrevious: true })
  const found = useMemo(
    () => topics.data?.topics.filter((row) => contains === undefined || row.topic.includes(contains)),
    [topics.data, contains],
  )
  const list = usePagesOf(topics, found)
  const setFilters = (change: TopicFilters) => setSearch({ ...change, page: 1 })
  const reset = () => setFilters({ topic: undefined, contains: undefined, node: undefined })

  return (
    <>
      <PageHeader description={texts.aboutTopics} actions={<RefreshControl queries={[topics]} />} />
      <TopicFilterBar search={search} onSearch={setFilters} onReset={reset} />
      <ActiveFilters
        filters={[
          { name: 'topic', label: texts.topicFilter, value: topic },
          { name: 'contains', label: texts.topicFilter, value: contains && texts.contains(contains) },
          { name: 'node', label: texts.node, value: node },
        ]}
        onRemove={(name) => setFilters({ ...filters, [name]: undefined })}
      />
      {topics.data?.cutFrom !== undefined && (
        <Notice>{texts.topicsCut(format.number(maxTopics), format.number(topics.data.cutFrom))}</Notice>
      )}
      <PagedTable
        list={list}
        label={texts.topics}
        columns={useTopicColumns()}
        rowId={(row) => `${row.topic} ${row.node} ${row.session ?? ''}`}
        empty={
          isFiltered(filters) ? (
            <EmptyState
              title={texts.noTopicMatch}
              hint={texts.noTopicMatchHint}
              action={<Button onClick={reset}>{texts.resetFilters}</Button>}
            />
          ) : (
            <EmptyState title={texts.noSubscriptions} hint={texts.noSubscriptionsHint} />
          )
        }
        summary={<Count list={list} text={texts.topicTotal} />}
        rowActions={({ topic }) => [
          {
            label: texts.showSubscriptions,
            icon: <IconBookmarks size={16} aria-hidden />,
            onSelect: () => go({ to: '/subscriptions/subscription', search: searchFor(topic) }),
          },
          {
            label: texts.monitorTopic,
            icon: <IconChartHistogram size={16} aria-hidden />,
            // Topic metrics do not support wildcards.
            disabled: isViewer || hasWildcard(topic),
            onSelect: () => go({ to: '/topic-metrics', search: { add: splitShare(topic).topic } }),
          },
          ...traceItems({ type: 'topic', value: splitShare(topic).topic }),
        ]}
      />
    </>
  )
}

interface TopicFilterBarProps {
  readonly search: TopicSearch
  readonly onSearch: (filters: TopicFilters) => void
  readonly onReset: () => void
}

function TopicFilterBar({ search: { topic, contains, node }, onSearch, onReset }: TopicFilterBarProps) {
  const texts = useMessages(messages)
  const inForce = useMemo(
    () => ({ text: topic ?? contains ?? '', matching: topic === undefined ? fuzzy : exact, node }),
    [topic, contains, node],
  )
  const [draft, change] = useDraft<{ text: string; matching: Matching; node: string | undefined }>(inForce)
  const submit = () => {
    const text = orNothing(draft.text)
    const isExact = draft.matching === exact
    onSearch({ topic: isExact ? text : undefined, contains: isExact ? undefined : text, node: draft.node })
  }
  return (
    <SearchBar active={isFiltered({ topic, contains, node }) ? 1 : 0} onSearch={submit} onReset={onReset}>
      <TextFilter
        label={texts.topicFilter}
        value={draft.text}
        onChange={(text) => change({ text })}
        matching={draft.matching}
        onMatchingChange={(matching) => change({ matching })}
        {...(draft.matching === exact && { placeholder: texts.exactPlaceholder })}
      />
      <NodePicker label={texts.node} value={draft.node} onChange={(value) => change({ node: value })} />
    </SearchBar>
  )
}

const [exact, fuzzy] = ['exact', 'fuzzy'] as const
