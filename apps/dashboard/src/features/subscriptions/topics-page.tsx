import { IconBookmarks, IconChartHistogram } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { QueryError, RefreshControl, StaleNotice, useData, useIsViewer } from '../../data/index.ts'
import { NodePicker } from '../../data/node-picker.tsx'
import { useMessages } from '../../i18n/index.ts'
import { hasWildcard, splitShare } from '../../lib/topic-filter.ts'
import { useTraceItems } from '../../traces/index.ts'
import {
  Button,
  DataTable,
  EmptyState,
  FamilyHeader,
  PagePager,
  SearchBar,
  TextField,
  useDraft,
  useGo,
  useSearchState,
  useWayOutOfEmptyPage,
} from '../../ui/index.ts'
import { ActiveFilters } from './active-filters.tsx'
import { searchFor, useTopicColumns } from './columns.tsx'
import { Count } from './count.tsx'
import { subscriptionFamily } from './family.ts'
import { messages } from './messages.ts'
import { topicsQuery } from './queries.ts'
import { isFiltered, orNothing, type TopicFilters, type TopicSearch, topicSearch } from './searches.ts'

export default function TopicsPage() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const go = useGo()
  const traceItems = useTraceItems()
  const [search, setSearch] = useSearchState(topicSearch)
  const { page, limit, ...filters } = search
  const topics = useData(topicsQuery, search, { keepPrevious: true })
  const setFilters = (change: TopicFilters) => setSearch({ ...change, page: 1 })
  const reset = () => setFilters({ topic: undefined, node: undefined })
  const { data, isPrevious } = topics
  useWayOutOfEmptyPage(
    page > 1 && !isPrevious && data?.rows.length === 0,
    useCallback(() => setSearch({ page: 1 }, { replace: true }), [setSearch]),
  )

  return (
    <>
      <FamilyHeader
        family={subscriptionFamily}
        description={texts.aboutTopics}
        actions={<RefreshControl queries={[topics]} />}
      />
      <TopicFilterBar search={search} onSearch={setFilters} onReset={reset} />
      <ActiveFilters
        filters={[
          { name: 'topic', label: texts.topicFilter, value: search.topic },
          { name: 'node', label: texts.node, value: search.node },
        ]}
        onRemove={(name) => setFilters({ ...filters, [name]: undefined })}
      />
      <StaleNotice query={topics} />
      <DataTable
        label={texts.topics}
        columns={useTopicColumns()}
        rows={data?.rows}
        rowId={({ topic, node, session = '' }) => `${topic} ${node} ${session}`}
        busy={isPrevious || topics.isStale}
        error={data === undefined && topics.error && <QueryError query={topics} />}
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
        summary={<Count list={data} isFirst={page === 1} text={texts.topicTotal} />}
        rowActions={({ topic }) => [
          {
            label: texts.showSubscriptions,
            icon: <IconBookmarks size={16} aria-hidden />,
            onSelect: () => go({ to: '/subscriptions/subscription', search: searchFor(topic) }),
          },
          {
            label: texts.measure,
            icon: <IconChartHistogram size={16} aria-hidden />,
            // Topic metrics know no wildcards.
            disabled: isViewer || hasWildcard(topic),
            onSelect: () => go({ to: '/topic-metrics', search: { add: splitShare(topic).topic } }),
          },
          ...traceItems({ type: 'topic', value: splitShare(topic).topic }),
        ]}
        pager={
          <PagePager
            page={page}
            onPageChange={(next) => setSearch({ page: next })}
            total={data?.total}
            count={data?.rows.length ?? 0}
            hasNext={data?.hasNext ?? false}
            limit={limit}
            onLimitChange={(next) => setSearch({ limit: next, page: 1 })}
          />
        }
      />
    </>
  )
}

interface TopicFilterBarProps {
  readonly search: TopicSearch
  readonly onSearch: (filters: TopicFilters) => void
  readonly onReset: () => void
}

function TopicFilterBar({ search, onSearch, onReset }: TopicFilterBarProps) {
  const texts = useMessages(messages)
  const { topic = '', node } = search
  const [draft, change] = useDraft(useMemo(() => ({ topic, node }), [topic, node]))
  return (
    <SearchBar
      active={isFiltered({ topic: search.topic, node }) ? 1 : 0}
      onSearch={() => onSearch({ topic: orNothing(draft.topic), node: draft.node })}
      onReset={onReset}
    >
      <TextField
        label={texts.topicFilter}
        placeholder={texts.exactPlaceholder}
        value={draft.topic}
        onChange={(event) => change({ topic: event.currentTarget.value })}
      />
      <NodePicker label={texts.node} value={draft.node} onChange={(value) => change({ node: value })} />
    </SearchBar>
  )
}
