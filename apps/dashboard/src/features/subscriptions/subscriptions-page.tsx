import { IconBookmarkOff } from '@tabler/icons-react'
import { PagedTable, RefreshControl, useIsViewer, usePagedList, useRowActions } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { splitShare } from '../../lib/topics/topic-filter.ts'
import { Button, EmptyState, PageHeader, useOpenClient, useSearchState } from '../../ui/index.ts'
import { useTraceItems } from '../traces/index.ts'
import { useSubscriptionColumns } from './columns.tsx'
import { ActiveFilters, Count } from './list-parts.tsx'
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
  const subscriptions = usePagedList(subscriptionsQuery, filters)
  const unsubscribe = useUnsubscribe()
  const unsubscribeSeveral = useUnsubscribeSeveral()
  const setFilters = (change: SubscriptionFilters) => setSearch({ ...change, page: 1 })
  const reset = () => setFilters(noFilters)
  const rowAction = useRowActions()
  const columns = useSubscriptionColumns()
  return (
    <>
      <PageHeader actions={<RefreshControl queries={[subscriptions]} />} />
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
      <PagedTable
        list={subscriptions}
        label={texts.subscriptions}
        columns={columns}
        columnsKey="subscriptionTableColumns"
        rowId={({ clientid, topic }) => `${clientid} ${topic}`}
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
        summary={<Count list={subscriptions} text={texts.subscriptionTotal} />}
        rowActions={(subscription) => [
          openClient(subscription.clientid),
          ...traceItems(
            { type: 'clientid', value: subscription.clientid },
            { type: 'topic', value: splitShare(subscription.topic).topic },
          ),
          rowAction.change({
            label: texts.unsubscribe,
            icon: <IconBookmarkOff size={16} aria-hidden />,
            danger: true,
            onSelect: () => void unsubscribe(subscription),
          }),
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
      />
    </>
  )
}
