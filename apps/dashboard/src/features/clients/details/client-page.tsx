import type { Client } from '@mqdeck/contract'
import { IconBan, IconBookmarkPlus, IconDots } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { z } from 'zod'
import { DetailPage, isNotFound, RefreshControl, useData, useIsViewer, useServerNow } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  Dim,
  Group,
  IconButton,
  Link,
  Menu,
  Mono,
  RelativeTime,
  StatusDot,
  useGo,
  usePathParam,
  useSearchState,
} from '../../../ui/index.ts'
import { BanDialog, type BanSubject } from '../../bans/index.ts'
import { explainMessages } from '../../explain/index.ts'
import { TraceButton } from '../../traces/index.ts'
import { addressText, protocolText } from '../client-values.ts'
import { ClientState } from '../list/client-columns.tsx'
import { messages } from '../messages.ts'
import { clientQuery, subscriptionsQuery, timelineQuery } from '../queries.ts'
import { ClientTimelineView } from '../timeline/client-timeline.tsx'
import { timelineKinds } from '../timeline/timeline.ts'
import { timelineMessages } from '../timeline/timeline-messages.ts'
import { useKickClient } from '../use-kick-client.tsx'
import { ClientOverview } from './client-overview.tsx'
import { ClientVerdict } from './client-verdict.tsx'
import { detailMessages } from './detail-messages.ts'
import { InflightTab, MqueueTab } from './message-tabs.tsx'
import { SubscribeDialog } from './subscribe-dialog.tsx'
import { ManySubscriptions, SubscriptionsTab } from './subscriptions-tab.tsx'

const search = z.object({
  tab: z.enum(['activity', 'subscriptions', 'mqueue', 'inflight', 'details']).default('activity'),
  /** The message whose payload is open. */
  message: z.string().optional(),
  /** The events that are shown; all when undefined. */
  kind: z.enum(timelineKinds).optional(),
})

export default function ClientPage() {
  const clientid = usePathParam('clientId')
  // The key resets the state of the page when another client is opened.
  return <ClientDetail key={clientid} clientid={clientid} />
}

/** Maximum number of subscriptions that are listed only to count them. */
const maxCountedSubscriptions = 100
/** A longer list is shown on the page of all subscriptions, in pages, because this response has no pages. */
const maxListedSubscriptions = 2000

function ClientDetail({ clientid }: { readonly clientid: string }) {
  const texts = useMessages(detailMessages)
  const timelineTexts = useMessages(timelineMessages)
  const [{ tab, message, kind }, setSearch] = useSearchState(search)
  const client = useData(clientQuery, { clientid })
  const isViewer = useIsViewer()
  const [isSubscribing, setSubscribing] = useState(false)
  const { data } = client
  // EMQX updates this count only every 30 seconds, so a short list is loaded for its correct length.
  const isShortList = data !== undefined && data.subscriptions_cnt <= maxCountedSubscriptions
  const isGone = isNotFound(client.error)
  const timeline = useData(timelineQuery, { clientid })
  // Without events the subscriptions are the first tab.
  const hasEvents = timeline.data !== null
  const showsSubscriptions = tab === 'subscriptions' || (tab === 'activity' && !hasEvents)
  const isLongList = data !== undefined && data.subscriptions_cnt > maxListedSubscriptions
  const subscriptions = useData(
    subscriptionsQuery,
    { clientid },
    { enabled: isShortList || (showsSubscriptions && data !== undefined && !isLongList) },
  )
  const serverNow = useServerNow()
  const timelineProps = {
    clientid,
    query: timeline,
    kind,
    onKind: (next: typeof kind) => setSearch({ kind: next }, { keepScroll: true }),
  }
  const subscribe = () => setSubscribing(true)
  const openMessage = useCallback((id: string | undefined) => setSearch({ message: id }), [setSearch])

  return (
    <>
      <DetailPage
        // The status shows that the session has ended.
        query={isGone ? { ...client, isStale: false } : client}
        name={<Mono>{clientid}</Mono>}
        description={identityOf}
        status={(shown) => <State client={shown} endedAt={isGone ? client.updatedAt : undefined} />}
        actions={(shown) => !isViewer && <Actions client={shown} disabled={isGone} onSubscribe={subscribe} />}
        refresh={<RefreshControl queries={[client, subscriptions, timeline]} />}
        errorTitle={texts.notLoaded}
        missing={{
          title: texts.notFound,
          hint: texts.notFoundHint(clientid),
          action: (
            <Group gap={4}>
              <Link to="/clients">{texts.allClients}</Link>
              <TraceButton of={{ type: 'clientid', value: clientid }} />
            </Group>
          ),
          below: (timeline.data?.data.length ?? 0) > 0 && (
            <ClientTimelineView title={timelineTexts.title} {...timelineProps} />
          ),
        }}
        resets={['message', 'kind']}
        note={(shown) =>
          !isGone && <ClientVerdict query={client} client={shown} timeline={timeline.data} now={serverNow()} />
        }
        tabs={(shown) => [
          ...(hasEvents
            ? [
                {
                  value: 'activity',
                  label: timelineTexts.title,
                  content: () => <ClientTimelineView {...timelineProps} />,
                },
              ]
            : []),
          {
            value: 'subscriptions',
            label: (
              <Counted label={texts.subscriptions} count={subscriptions.data?.length ?? shown.subscriptions_cnt} />
            ),
            content: () =>
              isLongList ? (
                <ManySubscriptions client={shown} />
              ) : (
                <SubscriptionsTab client={shown} query={subscriptions} onSubscribe={subscribe} isGone={isGone} />
              ),
          },
          {
            value: 'mqueue',
            label: <Counted label={texts.queue} count={shown.mqueue_len} />,
            content: () => <MqueueTab client={shown} open={message} onOpen={openMessage} />,
          },
          {
            value: 'inflight',
            label: <Counted label={texts.inflight} count={shown.inflight_cnt} />,
            content: () => <InflightTab client={shown} open={message} onOpen={openMessage} />,
          },
          {
            value: 'details',
            label: texts.details,
            content: () => <ClientOverview client={shown} />,
          },
        ]}
      />
      <SubscribeDialog clientid={clientid} opened={isSubscribing} onClose={() => setSubscribing(false)} />
    </>
  )
}

/** User, address, protocol and listener. */
function identityOf({ username, ip_address, port, proto_name, proto_ver, listener }: Client): string {
  const parts = [username, addressText(ip_address, port), protocolText(proto_name, proto_ver), listener]
  return parts.filter((part) => part !== undefined && part !== null && part !== '').join(' · ')
}

interface ActionsProps {
  readonly client: Client
  readonly disabled: boolean
  readonly onSubscribe: () => void
}

function Actions({ client, disabled, onSubscribe }: ActionsProps) {
  const { clientid, connected, username, ip_address: peerhost, listener } = client
  const { ban, kick, clean } = useMessages(messages)
  const { subscribe, moreActions } = useMessages(detailMessages)
  const { explainAccess } = useMessages(explainMessages)
  const kickClient = useKickClient()
  const [banSubject, setBanSubject] = useState<BanSubject>()
  const go = useGo()
  return (
    <>
      <TraceButton of={{ type: 'clientid', value: clientid }} />
      <Button
        onClick={() =>
          go({ to: '/explain', search: { clientid, username: username ?? undefined, peerhost, listener } })
        }
      >
        {explainAccess}
      </Button>
      <Button variant="danger" disabled={disabled} onClick={() => void kickClient({ clientid, connected })}>
        {connected ? kick : clean}
      </Button>
      <Menu
        trigger={<IconButton label={moreActions} icon={<IconDots size={18} aria-hidden />} />}
        items={[
          {
            label: subscribe,
            icon: <IconBookmarkPlus size={16} aria-hidden />,
            disabled,
            onSelect: onSubscribe,
          },
          {
            label: ban,
            icon: <IconBan size={16} aria-hidden />,
            danger: true,
            onSelect: () => setBanSubject({ client: { clientid, username, peerhost } }),
          },
        ]}
      />
      <BanDialog subject={banSubject} onClose={() => setBanSubject(undefined)} />
    </>
  )
}

function Counted({ label, count }: { readonly label: string; readonly count: number }) {
  const format = useFormat()
  return (
    <>
      {label} <Dim small>{format.number(count)}</Dim>
    </>
  )
}

/** A session may end with its connection. The page then keeps the last data and shows when they were loaded. */
function State({ client, endedAt }: { readonly client: Client; readonly endedAt: number | undefined }) {
  const texts = useMessages(detailMessages)
  const format = useFormat()
  return (
    <span role="status">
      {endedAt === undefined ? (
        <>
          <ClientState connected={client.connected} />{' '}
          <Dim>
            <RelativeTime time={client.connected ? client.connected_at : client.disconnected_at} />
          </Dim>
        </>
      ) : (
        <StatusDot tone="grey">{texts.sessionEnded(format.time(endedAt))}</StatusDot>
      )}
    </span>
  )
}
