import type { ClientSubscription, Topic } from '@mqdeck/contract'
import { useMemo } from 'react'
import { dash, useMessages } from '../../i18n/index.ts'
import { splitShare } from '../../lib/topics/topic-filter.ts'
import { ClientLink, type Column, clientIdWidth, Dim, Link, Mono } from '../../ui/index.ts'
import { messages } from './messages.ts'

export function useSubscriptionColumns(): readonly Column<ClientSubscription>[] {
  const texts = useMessages(messages)
  return useMemo(() => {
    const yesNo = (bit: number) => (bit === 1 ? texts.yes : texts.no)
    return [
      {
        id: 'clientid',
        header: texts.clientId,
        width: clientIdWidth,
        sortBy: ({ clientid }) => clientid,
        cell: ({ clientid }) => <ClientLink clientid={clientid} />,
      },
      {
        id: 'topic',
        header: texts.topicFilter,
        width: 240,
        sortBy: ({ topic }) => splitShare(topic).topic,
        cell: ({ topic }) => <Mono truncate>{splitShare(topic).topic}</Mono>,
      },
      {
        id: 'share_group',
        header: texts.shareGroup,
        hint: texts.hints.shareGroup,
        width: 92,
        sortBy: ({ topic }) => splitShare(topic).group,
        cell: ({ topic }) => <ShareGroup filter={topic} />,
      },
      {
        id: 'qos',
        header: texts.qos,
        hint: texts.hints.qos,
        width: 50,
        sortBy: ({ qos }) => qos,
        cell: ({ qos }) => qos,
      },
      { id: 'nl', header: texts.noLocal, hint: texts.hints.noLocal, width: 74, cell: ({ nl }) => yesNo(nl) },
      {
        id: 'rap',
        header: texts.retainAsPublished,
        hint: texts.hints.retainAsPublished,
        width: 98,
        cell: ({ rap }) => yesNo(rap),
      },
      {
        id: 'rh',
        header: texts.retainHandling,
        hint: texts.hints.retainHandling,
        width: 106,
        cell: ({ rh }) => texts.retainHandlings[rh],
      },
      { id: 'node', header: texts.node, width: 146, cell: ({ node }) => node },
    ]
  }, [texts])
}

export function useTopicColumns(): readonly Column<Topic>[] {
  const texts = useMessages(messages)
  return useMemo(
    () => [
      {
        id: 'topic',
        header: texts.topicFilter,
        width: 520,
        cell: ({ topic }) => (
          <Link to="/subscriptions/subscription" search={searchFor(topic)}>
            <Mono truncate>{splitShare(topic).topic}</Mono>
          </Link>
        ),
      },
      {
        id: 'share_group',
        header: texts.shareGroup,
        hint: texts.hints.shareGroup,
        width: 180,
        cell: ({ topic }) => <ShareGroup filter={topic} />,
      },
      { id: 'node', header: texts.node, width: 220, cell: ({ node }) => node },
    ],
    [texts],
  )
}

/** Search parameters that find the subscriptions of one route. */
export function searchFor(filter: string) {
  const { group, topic } = splitShare(filter)
  return { topic, ...(group !== undefined && { share_group: group }) }
}

function ShareGroup({ filter }: { readonly filter: string }) {
  const { group } = splitShare(filter)
  return group === undefined ? <Dim>{dash}</Dim> : <Mono truncate>{group}</Mono>
}
