import { IconBookmarkOff } from '@tabler/icons-react'
import { useCallback } from 'react'
import { QueryError, RefreshControl, StaleNotice, useData, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { splitShare } from '../../lib/topic-filter.ts'
import {
  Button,
  DataTable,
  EmptyState,
  FamilyHeader,
  PagePager,
  useOpenClient,
  useRedirectFromEmptyPage,
  useSearchState,
  useSortedRows,
} from '../../ui/index.ts'
import { useTraceItems } from '../traces/index.ts'
import { ActiveFilters } from './active-filters.tsx'
import { useSubscriptionColumns } from './columns.tsx'
import { Count } from './count.tsx'
import { subscriptionFamily } from './family.ts'
import { messages } from './messages.ts'
import { subscriptionsQuery } from './queries.ts'
import { filtersOf, isFiltered, noFilters, type SubscriptionFilters, subscriptionSearch } from './searches.ts'
import { SubscriptionFilterBar } from './subscription-filters.tsx'
import { useUnsubscribe, useUnsubscribeSeveral } from './unsubscribe.tsx'

export default function SubscriptionsPage() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const openClient = useOpenClient()
  const traceItems = useTraceItems()
  const [search, setSearch] = useSearchState(subscriptionSearch)
  const filters = filtersOf(search)
  const { page, limit } = search
  const subscriptions = useData(subscriptionsQuery, search, { keepPrevious: true })
  const unsubscribe = useUnsubscribe()
  const unsubscribeSeveral = useUnsubscribeSeveral()
  const setFilters = (change: SubscriptionFilters) => setSearch({ ...change, page: 1 })
  const reset = () => setFilters(noFilters)
  const { data, isPrevious } = subscriptions
  useRedirectFromEmptyPage(
    page > 1 && !isPrevious && data?.rows.length === 0,
    useCallback(() => setSearch({ page: 1 }, { replace: true }), [setSearch]),
  )

  const columns = useSubscriptionColumns()
  const sorted = useSortedRows(data?.rows, columns, page === 1 && data?.hasNext === false)
  return (
    <>
      <FamilyHeader family={subscriptionFamily} actions={<RefreshControl queries={[subscriptions]} />} />
      <SubscriptionFilterBar search={search} onSearch={setFilters} onReset={reset} />
      <ActiveFilters
        filters={[
          { name: 'clientid', label: texts.clientId, value: search.clientid },
          { name: 'topic', label: texts.topicFilter, value: search.topic },
          {
            name: 'match_topic',
            label: texts.topicFilter,
            value: search.match_topic === undefined ? undefined : texts.matchedBy(search.match_topic),
          },
          { name: 'share_group', label: texts.shareGroup, value: search.share_group },
          { name: 'node', label: texts.node, value: search.node },
          { name: 'qos', label: texts.qos, value: search.qos },
        ]}
        onRemove={(name) => setFilters({ ...filters, [name]: undefined })}
      />
      <StaleNotice query={subscriptions} />
      <DataTable
        label={texts.subscriptions}
        columns={columns}
        columnsKey="subscriptionTableColumns"
        {...sorted}
        rowId={({ clientid, topic }) => `${clientid} ${topic}`}
        busy={isPrevious || subscriptions.isStale}
        error={data === undefined && subscriptions.error && <QueryError query={subscriptions} />}
        empty={
          isFiltered(filters) ? (
            <EmptyState
              title={texts.noMatch}
              hint={texts.noMatchHint}
              action={<Button onClick={reset}>{texts.resetFilters}</Button>}
            />
          ) : (
            <EmptyState title={texts.noSubscriptions} hint={texts.noSubscriptionsHint} />
          )
        }
        summary={<Count list={data} isFirst={page === 1} text={texts.subscriptionTotal} />}
        rowActions={(subscription) => [
          openClient(subscription.clientid),
          ...traceItems(
            { type: 'clientid', value: subscription.clientid },
            { type: 'topic', value: splitShare(subscription.topic).topic },
          ),
          {
            label: texts.unsubscribe,
            icon: <IconBookmarkOff size={16} aria-hidden />,
            danger: true,
            disabled: isViewer,
            onSelect: () => void unsubscribe(subscription),
          },
        ]}
        selectionScope={JSON.stringify(filters)}
        bulkActions={
          isViewer
            ? undefined
            : (selected, clear) => (
                <Button
                  size="small"
                  icon={<IconBookmarkOff size={16} aria-hidden />}
                  onClick={async () => {
                    if (await unsubscribeSeveral(selected)) clear()
                  }}
                >
                  {texts.unsubscribe}
                </Button>
              )
        }
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
