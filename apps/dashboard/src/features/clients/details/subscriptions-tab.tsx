import type { Client, ClientSubscription } from '@mqdeck/contract'
import { useMemo } from 'react'
import { type Loaded, QueryTable, useChange, useConfirmAction, useIsViewer } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { withoutMountpoint } from '../../../lib/topics/mountpoint.ts'
import { Button, type Column, EmptyState, Link, Mono } from '../../../ui/index.ts'
import { unsubscribe } from '../queries.ts'
import { detailMessages } from './detail-messages.ts'

interface SubscriptionsTabProps {
  readonly client: Client
  readonly query: Loaded<readonly ClientSubscription[]>
  readonly onSubscribe: () => void
  readonly isGone: boolean
}

/** Instead of a list that is too long for one response. */
export function ManySubscriptions({ client: { clientid, subscriptions_cnt } }: Pick<SubscriptionsTabProps, 'client'>) {
  const texts = useMessages(detailMessages)
  const format = useFormat()
  return (
    <EmptyState
      title={texts.subscriptionCount(format.number(subscriptions_cnt))}
      hint={texts.manySubscriptionsHint}
      action={
        <Link to="/subscriptions/subscription" search={{ clientid }}>
          {texts.showInPages}
        </Link>
      }
    />
  )
}

export function SubscriptionsTab({ client, query, onSubscribe, isGone }: SubscriptionsTabProps) {
  const texts = useMessages(detailMessages)
  const format = useFormat()
  const unsubscribeFrom = useUnsubscribe(client)
  const isViewer = useIsViewer()
  return (
    <QueryTable
      query={query}
      label={texts.subscriptions}
      columns={useSubscriptionColumns()}
      rows={query.data}
      rowId={({ topic }) => topic}
      summary={query.data && texts.subscriptionCount(format.number(query.data.length))}
      actions={
        !isViewer &&
        query.data &&
        query.data.length > 0 && (
          <Button size="small" onClick={onSubscribe} disabled={isGone}>
            {texts.subscribe}
          </Button>
        )
      }
      skeletonRows={3}
      empty={
        <EmptyState
          title={texts.noSubscriptions}
          hint={texts.noSubscriptionsHint}
          action={
            !isViewer && (
              <Button onClick={onSubscribe} disabled={isGone}>
                {texts.subscribe}
              </Button>
            )
          }
        />
      }
      bulkActions={
        isViewer
          ? undefined
          : (selected, clear) => (
              <Button
                size="small"
                onClick={async () => {
                  if (await unsubscribeFrom(selected)) clear()
                }}
              >
                {texts.unsubscribe}
              </Button>
            )
      }
      rowActions={
        isViewer
          ? undefined
          : (row) => [
              { label: texts.unsubscribe, danger: true, disabled: isGone, onSelect: () => void unsubscribeFrom([row]) },
            ]
      }
    />
  )
}

function useSubscriptionColumns(): readonly Column<ClientSubscription>[] {
  const texts = useMessages(detailMessages)
  return useMemo(() => {
    const yesNo = (bit: number) => (bit === 1 ? texts.yes : texts.no)
    return [
      { id: 'topic', header: texts.topicFilter, width: 320, cell: ({ topic }) => <Mono truncate>{topic}</Mono> },
      { id: 'qos', header: texts.qos, width: 70, cell: ({ qos }) => qos },
      { id: 'nl', header: texts.noLocal, hint: texts.noLocalHint, width: 110, cell: ({ nl }) => yesNo(nl) },
      {
        id: 'rap',
        header: texts.retainAsPublished,
        hint: texts.retainAsPublishedHint,
        width: 160,
        cell: ({ rap }) => yesNo(rap),
      },
      { id: 'rh', header: texts.retainHandling, width: 180, cell: ({ rh }) => texts.retainHandlings[rh] ?? rh },
    ]
  }, [texts])
}

/** Unsubscribes after a confirmation; resolves to whether it succeeded. */
function useUnsubscribe(client: Client): (subscriptions: readonly ClientSubscription[]) => Promise<boolean> {
  const texts = useMessages(detailMessages)
  const confirmAction = useConfirmAction()
  const { run } = useChange(unsubscribe)
  return (subscriptions) => {
    const count = subscriptions.length
    const topics = subscriptions.map(({ topic }) => withoutMountpoint(topic, client.mountpoint))
    return confirmAction({
      title: texts.unsubscribeQuestion(count),
      affected: subscriptions.map(({ topic }) => topic),
      consequence: texts.unsubscribeBody,
      action: texts.unsubscribe,
      done: texts.unsubscribed(count),
      failed: texts.unsubscribeFailed,
      run: () => run({ clientid: client.clientid, topics }),
    })
  }
}
