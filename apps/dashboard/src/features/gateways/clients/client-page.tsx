import type { GatewayClient } from '@mqdeck/contract'
import { DetailPage, isNotFound, RefreshControl, useData, useIsViewer } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Button, Dim, Link, Mono, RelativeTime, StatusDot, usePathParam } from '../../../ui/index.ts'
import { TraceButton } from '../../traces/index.ts'
import { CoapRequest } from '../device/coap-request.tsx'
import { deviceMessages } from '../device/messages.ts'
import { ObjectsTab } from '../device/objects-tab.tsx'
import { ClientDetails } from './client-details.tsx'
import { clientQuery, subscriptionsQuery } from './client-queries.ts'
import { addressText } from './client-values.ts'
import { ClientState } from './clients-tab.tsx'
import { clientMessages } from './messages.ts'
import { SubscriptionsTab } from './subscriptions-tab.tsx'
import { useDisconnect } from './use-disconnect.ts'

export default function GatewayClientPage() {
  const gateway = usePathParam('name')
  const clientid = usePathParam('clientId')
  // The key resets the state of the page when another client is opened.
  return <Detail key={clientid} gateway={gateway} clientid={clientid} />
}

function Detail({ gateway, clientid }: { readonly gateway: string; readonly clientid: string }) {
  const texts = useMessages(clientMessages)
  const deviceTexts = useMessages(deviceMessages)
  const isViewer = useIsViewer()
  const format = useFormat()
  const query = useData(clientQuery, { name: gateway, clientid })
  const isGone = isNotFound(query.error)
  const subscriptions = useData(subscriptionsQuery, { name: gateway, clientid }, { enabled: query.data !== undefined })
  const disconnect = useDisconnect(gateway)
  return (
    <DetailPage
      // The status shows that the client has disconnected.
      query={isGone ? { ...query, isStale: false } : query}
      name={<Mono>{clientid}</Mono>}
      description={identityOf}
      status={(client) =>
        isGone ? (
          <StatusDot tone="grey">{texts.ended(format.time(query.updatedAt ?? 0))}</StatusDot>
        ) : (
          <span role="status">
            <ClientState connected={client.connected} />{' '}
            <Dim>{since(client) ? <RelativeTime time={since(client)} /> : null}</Dim>
          </span>
        )
      }
      refresh={<RefreshControl queries={[query, subscriptions]} />}
      actions={() =>
        !isViewer && (
          <>
            <TraceButton of={{ type: 'clientid', value: clientid }} />
            <Button variant="danger" disabled={isGone} onClick={() => void disconnect([clientid])}>
              {texts.disconnect}
            </Button>
          </>
        )
      }
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(clientid),
        action: (
          <Link to="/gateway/detail/$name" params={{ name: gateway }} search={{ tab: 'clients' }}>
            {texts.backToClients}
          </Link>
        ),
      }}
      tabs={(client) => [
        ...(gateway === 'lwm2m'
          ? [
              {
                value: 'objects',
                label: deviceTexts.objects,
                content: () => <ObjectsTab client={client} isGone={isGone} />,
              },
            ]
          : []),
        { value: 'details', label: texts.details, content: () => <ClientDetails gateway={gateway} client={client} /> },
        {
          value: 'subscriptions',
          label: (
            <>
              {texts.subscriptions}{' '}
              <Dim small>{format.number(subscriptions.data?.length ?? client.subscriptions_cnt ?? 0)}</Dim>
            </>
          ),
          content: () => (
            <SubscriptionsTab gateway={gateway} clientid={clientid} query={subscriptions} isGone={isGone} />
          ),
        },
        ...(gateway === 'coap' && !isViewer
          ? [
              {
                value: 'request',
                label: deviceTexts.request,
                keepsInput: true,
                content: () => <CoapRequest clientid={clientid} isGone={isGone} />,
              },
            ]
          : []),
      ]}
    />
  )
}

/** User, address and protocol. */
function identityOf({ username, ip_address, port, proto_name, proto_ver }: GatewayClient): string {
  const protocol = [proto_name, proto_ver].filter(Boolean).join(' ')
  const parts = [username, addressText(ip_address, port), protocol]
  return parts.filter((part) => part !== undefined && part !== null && part !== '').join(' · ')
}

/** A client that sleeps is neither connected nor disconnected since a time. */
const since = ({ connected, connected_at, disconnected_at }: GatewayClient) =>
  (connected ? connected_at : disconnected_at) ?? undefined
